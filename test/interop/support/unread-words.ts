/**
 * Refusals whose words say nothing to the engine: meaningless ones, and of languages that it has no phrases for. They are said
 * about people of the domain `people.<key>.<server>.test`, so that one listener has them all.
 */
export const UNREAD_WORDS = {
  zorp: '550 Zorp blivet 4711',
  coded: '550 5.1.0 Zorp blivet',
  icelandic: '550 5.1.1 Enginn notandi með þetta nafn',
  welsh: "550 Nid oes blwch post o'r enw hwn",
  vietnamese: '550 Không tìm thấy hộp thư',
  swahili: '550 5.1.1 Hakuna sanduku la barua kwa jina hili',
} as const;

/** Postfix gives them a code of its own, 5.7.1, where they have none: of policy (RFC 3463 3.8), so that they may be about the client. */
export const isCoded = (domain: keyof typeof UNREAD_WORDS): boolean => / 5\.1\.\d /.test(UNREAD_WORDS[domain]);

export const UNREAD_DOMAINS = Object.keys(UNREAD_WORDS) as (keyof typeof UNREAD_WORDS)[];
