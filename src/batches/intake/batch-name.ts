import { lineFault, tidyLine } from '../../common/one-line';
import type { FormField } from './form-field';

const MAX_LENGTH = 255;

/** The name of a batch as given in a form: tidy, or the sentence that says what is wrong with it. */
export function readName(field: FormField | undefined): {
  name: string;
  fault: string | null;
} {
  const name = tidyLine(field?.text ?? '');
  const fault =
    field?.isTruncated === true ? `must not be greater than ${MAX_LENGTH} characters.` : lineFault(name, MAX_LENGTH);
  return { name, fault: fault === null ? null : `The name field ${fault}` };
}
