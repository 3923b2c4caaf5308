import { validate } from 'deep-email-validator';

/**
 * deep-email-validator (MIT), as its README shows it. It knows two answers: what it could not find out is not valid. Without
 * the ending of the mail world among the known ones it would take each of its domains for a slip of the keys.
 */
export async function check(email) {
  const { valid } = await validate({ email, additionalTopLevelDomains: ['test'] });
  return valid ? 'valid' : 'invalid';
}
