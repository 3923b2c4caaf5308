import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsString, Matches, MaxLength, MinLength } from 'class-validator';

/** Neither line breaks nor other control characters (Unicode's Cc): what a person would not type into one line. */
const ONE_LINE = /^\P{Cc}*$/u;

/** A required text of one line, trimmed, of 1 to `maxLength` characters. */
export function TextField(field: string, maxLength = 255): PropertyDecorator {
  // Failures are listed from the lowest decorator up.
  return applyDecorators(
    Matches(ONE_LINE, { message: `The ${field} field must be one line without control characters.` }),
    MaxLength(maxLength, { message: `The ${field} field must not be greater than ${maxLength} characters.` }),
    MinLength(1, { message: `The ${field} field is required.` }),
    IsString({ message: `The ${field} field must be a string.` }),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value)),
  );
}

/** The address of an account: it need only look like one, since nothing is sent to it. */
export function AccountEmailField(field: string): PropertyDecorator {
  return applyDecorators(
    Matches(/^[^\s@]+@[^\s@]+$/, { message: `The ${field} field must be an e-mail address.` }),
    TextField(field),
  );
}
