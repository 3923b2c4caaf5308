/** A command line ready for the wire: made by the functions below only, which let no second command through. */
export type SmtpCommand = string & { readonly safe: unique symbol };

/** A local error: a value that would have become a second command, or another path. Nothing was sent. */
export class UnsafeCommandError extends Error {
  constructor() {
    super('A value for the wire holds CR, LF, NUL or an unescaped angle bracket.');
    this.name = 'UnsafeCommandError';
  }
}

export const ehlo = (name: string): SmtpCommand => line(`EHLO ${name}`);
export const helo = (name: string): SmtpCommand => line(`HELO ${name}`);
export const startTls = (): SmtpCommand => line('STARTTLS');
export const rset = (): SmtpCommand => line('RSET');
export const quit = (): SmtpCommand => line('QUIT');

/** `sender` null is the null reverse-path. `smtputf8`: RFC 6531 3.4. */
export const mailFrom = (sender: string | null, smtputf8: boolean): SmtpCommand =>
  line(`MAIL FROM:<${path(sender ?? '')}>${smtputf8 ? ' SMTPUTF8' : ''}`);

export const rcptTo = (address: string): SmtpCommand => line(`RCPT TO:<${path(address)}>`);

function line(text: string): SmtpCommand {
  if (/[\r\n\0]/.test(text)) throw new UnsafeCommandError();
  return `${text}\r\n` as SmtpCommand;
}

/** Angle brackets may stand inside a quoted local part only (RFC 5321 4.1.2), and the quotation must be closed. */
function path(address: string): string {
  let quoted = false;
  for (let at = 0; at < address.length; at++) {
    const character = address.charAt(at);
    if (character === '"') quoted = !quoted;
    else if (character === '\\' && quoted) at++;
    else if ((character === '<' || character === '>') && !quoted) throw new UnsafeCommandError();
  }
  if (quoted) throw new UnsafeCommandError();
  return address;
}
