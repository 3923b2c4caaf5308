import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsString, ValidateBy } from 'class-validator';
import { accountAddressFault, normaliseAccountAddress } from './account-address';
import { isMixedScriptConfusable } from './confusables';
import { lineFault, tidyLine } from './one-line';

/** A required text of one line, trimmed and in NFC, of 1 to `maxLength` characters (`one-line.ts`, `confusables.ts`). */
export function TextField(field: string, maxLength = 255): PropertyDecorator {
  return textField(
    field,
    tidyLine,
    (text) => lineFault(text, maxLength) ?? (isMixedScriptConfusable(text) ? MIXED : null),
  );
}

const MIXED = 'must not mix letters of two alphabets that look alike within a word.';

/** The same for somebody new: an address that can be told from others by its looks. */
export function NewAccountEmailField(field: string): PropertyDecorator {
  return textField(field, normaliseAccountAddress, (text) =>
    text === '' ? 'is required.' : (accountAddressFault(text) ?? (isMixedScriptConfusable(text) ? MIXED : null)),
  );
}

/** The address of an account, normalised: it need only look like one, since nothing is sent to it. */
export function AccountEmailField(field: string): PropertyDecorator {
  return textField(field, normaliseAccountAddress, (text) =>
    text === '' ? 'is required.' : accountAddressFault(text),
  );
}

function textField(
  field: string,
  tidy: (text: string) => string,
  fault: (text: string) => string | null,
): PropertyDecorator {
  return applyDecorators(
    ValidateBy({
      name: 'textField',
      validator: {
        validate: (value: unknown) => typeof value !== 'string' || fault(value) === null,
        defaultMessage: (given) => `The ${field} field ${fault(String(given?.value)) ?? ''}`,
      },
    }),
    IsString({ message: `The ${field} field must be a string.` }),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? tidy(value) : value)),
  );
}
