import type { Reply } from '../wire/reply';

const ENHANCED_CODE = /^\d\.\d{1,3}\.\d{1,3}/;
const WITH_DIGIT = /\S*\d\S*/g;
const READ_CHARACTERS = 200;

/** A reply without what may differ from one to the next of its kind: words with digits, such as ids and times. Codes are kept. */
export function formOf({ code, lines }: Reply): string {
  const text = lines.join(' ').slice(0, READ_CHARACTERS);
  const [enhanced] = ENHANCED_CODE.exec(text) ?? [''];
  return `${code} ${enhanced} ${text.slice(enhanced.length).replace(WITH_DIGIT, '#')}`;
}

/** Recognises replies to one command of a session: a host has one form for each. */
export class ReplyForm {
  private form: string | undefined;
  /** The last reply of one line that fitted. */
  private last: string | undefined;

  /** Whether this is like those before; the first always is. */
  fits(reply: Reply): boolean {
    const [line = ''] = reply.lines;
    // Most hosts say the very same.
    if (reply.lines.length === 1 && line === this.last) return true;
    const form = formOf(reply);
    this.form ??= form;
    if (form !== this.form) return false;
    this.last = reply.lines.length === 1 ? line : undefined;
    return true;
  }

  /** Those to come are like this one. */
  begin(reply: Reply): void {
    this.form = formOf(reply);
  }

  /** Whether this could be one of those before. */
  isLike(reply: Reply): boolean {
    return this.form !== undefined && formOf(reply) === this.form;
  }
}
