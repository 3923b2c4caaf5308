import EmailValidator from 'email-deep-validator';

const validator = new EmailValidator({ timeout: 10_000 });

/** email-deep-validator (MIT), as its README shows it: null stands for "could not be found out". */
export async function check(address) {
  const { wellFormed, validDomain, validMailbox } = await validator.verify(address);
  if (!wellFormed || validDomain === false || validMailbox === false) return 'invalid';
  return validMailbox === true ? 'valid' : 'unknown';
}
