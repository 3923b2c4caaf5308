import type { INestApplication } from '@nestjs/common';
import { AccountStatusService } from '../../src/sessions/account-status.service';
import { Person, type Site } from '../management/person';

/** Somebody who signs up, and whom the command line makes an operator. */
export async function signUpOperator(app: INestApplication, site: Site): Promise<Person> {
  const operator = await Person.signUp(site, 'Otto Operator');
  await app.get(AccountStatusService, { strict: false }).setOperator(operator.id, true);
  return operator;
}
