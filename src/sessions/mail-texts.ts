export type MailLanguage = 'en' | 'de';

interface Text {
  subject: string;
  text: string;
}

interface MailTexts {
  passwordReset: (link: string) => Text;
  /** To the new address. */
  emailChange: (link: string) => Text;
  /** To the address until now, before anything has changed. */
  emailChangeAsked: () => Text;
  /** To the address until now, once it is changed. */
  emailChanged: () => Text;
}

const SERVICE = 'Email Validation Service';

const en: MailTexts = {
  passwordReset: (link) => ({
    subject: 'Choose a new password',
    text: `Somebody, probably you, asked for a new password for your account at the ${SERVICE}.

Choose one here, within an hour:
${link}

If it was not you, do nothing: your password stays as it is.
`,
  }),
  emailChange: (link) => ({
    subject: 'Confirm your e-mail address',
    text: `This address was given for an account at the ${SERVICE}.

Confirm it here, within an hour:
${link}

If it was not you, do nothing: nothing changes.
`,
  }),
  emailChangeAsked: () => ({
    subject: 'Another e-mail address for your account',
    text: `Somebody who is signed in to your account at the ${SERVICE} asked to sign in with another e-mail address from
now on. A link to confirm it was sent there.

If it was not you, change your password at once: that withdraws the link.
`,
  }),
  emailChanged: () => ({
    subject: 'Your e-mail address was changed',
    text: `Your account at the ${SERVICE} has another e-mail address now. This one signs nobody in any more.

If it was not you, ask the operator of the service at once.
`,
  }),
};

const de: MailTexts = {
  passwordReset: (link) => ({
    subject: 'Neues Passwort wählen',
    text: `Für Ihr Konto beim ${SERVICE} wurde ein neues Passwort angefordert.

Wählen Sie es innerhalb einer Stunde hier:
${link}

Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.
`,
  }),
  emailChange: (link) => ({
    subject: 'E-Mail-Adresse bestätigen',
    text: `Diese Adresse wurde für ein Konto beim ${SERVICE} angegeben.

Bestätigen Sie sie innerhalb einer Stunde hier:
${link}

Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Es ändert sich nichts.
`,
  }),
  emailChangeAsked: () => ({
    subject: 'Andere E-Mail-Adresse für Ihr Konto',
    text: `Jemand, der in Ihrem Konto beim ${SERVICE} angemeldet ist, möchte sich künftig mit einer anderen E-Mail-Adresse
anmelden. Dorthin wurde ein Link zur Bestätigung geschickt.

Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort: Damit wird der Link ungültig.
`,
  }),
  emailChanged: () => ({
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    text: `Ihr Konto beim ${SERVICE} hat jetzt eine andere E-Mail-Adresse. Mit dieser hier kann man sich nicht mehr anmelden.

Wenn Sie das nicht waren, wenden Sie sich sofort an den Betreiber des Dienstes.
`,
  }),
};

const ALL: Record<MailLanguage, MailTexts> = { en, de };

/** What the service writes to people about their accounts. */
export const mailTexts = (language: MailLanguage): MailTexts => ALL[language];

/** By the first of the browser's languages that there are texts in (RFC 9110 12.5.4, without weights: they come in order). */
export function mailLanguage(acceptLanguage: string | undefined): MailLanguage {
  const wanted = (acceptLanguage ?? '').split(',').map((one) => one.trim().slice(0, 2).toLowerCase());
  return wanted.find((one): one is MailLanguage => one in ALL) ?? 'en';
}
