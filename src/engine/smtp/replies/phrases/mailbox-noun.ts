/** What a mailbox is called in English, as the source of a pattern. */
export const MAILBOX =
  '(user(.?name|.?id)?|recipient|mail.?box|mail.?drop|address|e.?mail( address)?|e.?mail account|account|person|alias|local.?part)';
