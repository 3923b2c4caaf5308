import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { PageLimitField } from '../common/page-query';
import { KNOWN_GROUPS, type KnownGroup } from '../feedback/known/known-kind';

export const ADDRESSES_OF_A_PAGE = 20;
const MOST_CHARACTERS = 255;

const emptyIsNull = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? value.trim() || null : value;

function Text(name: string): PropertyDecorator {
  const message = `The ${name} parameter is a text of at most ${MOST_CHARACTERS} characters.`;
  return (target, property) => {
    MaxLength(MOST_CHARACTERS, { message })(target, property);
    IsString({ message })(target, property);
    IsOptional()(target, property);
    Transform(emptyIsNull)(target, property);
  };
}

/** Which addresses. */
export class KnownAddressesQuery {
  /** Those that begin so; null: all. */
  @Text('search')
  search: string | null = null;

  /** Null: all. */
  @IsIn(KNOWN_GROUPS, { message: `The kind filter takes ${KNOWN_GROUPS.join(', ')}.` })
  @IsOptional()
  @Transform(emptyIsNull)
  kind: KnownGroup | null = null;

  /** The last address of the page before; null: from the first on. */
  @Text('after')
  after: string | null = null;

  @PageLimitField()
  limit: number = ADDRESSES_OF_A_PAGE;
}
