import type { Scenario } from '../scenario';
import { CONTROL } from './control.scenarios';
import { DNS } from './dns.scenarios';
import { HOSTILE } from './hostile.scenarios';
import { LATER } from './later.scenarios';
import { ORDINARY } from './ordinary.scenarios';
import { PROVIDER } from './provider.scenarios';
import { REFUSAL_OF_US } from './refusal-of-us.scenarios';
import { REPLY } from './reply.scenarios';
import { SESSION } from './session.scenarios';

/** Every scenario of the mail world. */
export const SCENARIOS: readonly Scenario[] = [
  ...ORDINARY,
  ...DNS,
  ...REPLY,
  ...CONTROL,
  ...REFUSAL_OF_US,
  ...HOSTILE,
  ...SESSION,
  ...PROVIDER,
  ...LATER,
];
