/** One SMTP reply (RFC 5321 4.2): all lines `NNN-` up to the first `NNN ` or bare `NNN`. */
export interface Reply {
  /** Basic code of the last line, 200 to 599. */
  code: number;
  /** The text of each line without its code; at least one. */
  lines: string[];
}

/** What the peer sent instead of a reply: after it nothing more of the stream can be trusted. */
export interface ReplyFault {
  /** One sentence for the evidence; holds nothing of what the peer sent. */
  fault: string;
}

export type ReplyEvent = Reply | ReplyFault;

export const isReplyFault = (event: ReplyEvent): event is ReplyFault => 'fault' in event;
