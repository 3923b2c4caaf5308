import { findEmailColumn, isEmail } from './email-column';

describe('findEmailColumn', () => {
  it.each([
    ...['e-mail', 'E-Mail', 'Email Address', 'EMAIL_ADDRESS', 'mail', 'Mail', 'e_mail', 'E mail', 'email-address'],
    ...['E-Mail Address', 'emailaddress', ' "E-Mail" ', 'e\u2011mail', 'e\u00admail address', 'mail\u200b', '_MAIL'],
  ])('takes %j, where it is the only one', (name) => {
    expect(findEmailColumn(['id', name, 'note'])).toEqual({ index: 1, isExact: false });
  });

  it.each([
    ...[
      'mails',
      'mailing address',
      'mail address',
      'e-mail 1',
      'email sent',
      'work email',
      'address',
      'gmail',
      'e.mail',
    ],
    ...['E-Mail-Adresse', 'courriel', 'email?', '', '-', 'e-mail'.padEnd(2000, ' ') + 'x'],
  ])('does not guess at %j', (name) => {
    expect(findEmailColumn(['id', name])).toEqual({ index: -1, isExact: false });
  });

  it('takes one of the other names that are asked for last, the first of them that is there', () => {
    const others = ['recipient', 'address', 'rcptto'];
    expect(findEmailColumn(['id', 'Address', 'RECIPIENT'], others)).toEqual({ index: 2, isExact: false });
    expect(findEmailColumn(['rcpt_to', 'E-Mail'], others)).toEqual({ index: 1, isExact: false });
    expect(findEmailColumn(['rcpt_to', 'id'], others)).toEqual({ index: 0, isExact: false });
    expect(findEmailColumn(['mail', 'E-Mail', 'address'], others)).toEqual({ index: -1, isExact: false });
    expect(findEmailColumn(['addresses', 'id'], others)).toEqual({ index: -1, isExact: false });
  });

  it('takes none of two', () => {
    expect(findEmailColumn(['mail', 'id', 'E-Mail'])).toEqual({ index: -1, isExact: false });
    expect(findEmailColumn(['mail', 'Mail'])).toEqual({ index: -1, isExact: false });
  });

  it('prefers the one that is called `email`, the first of several', () => {
    expect(findEmailColumn(['mail', 'E-Mail', ' EMAIL', 'email'])).toEqual({ index: 2, isExact: true });
  });
});

describe('isEmail', () => {
  it.each([' Email\t', 'EMAIL', 'e\u200bmail', '"email"'])('is true of %j', (name) => {
    expect(isEmail(name)).toBe(true);
  });

  it.each(['e-mail', 'mail', ''])('is false of %j', (name) => {
    expect(isEmail(name)).toBe(false);
  });
});
