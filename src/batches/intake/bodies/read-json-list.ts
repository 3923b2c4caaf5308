import { Tokenizer, TokenType } from '@streamparser/json';
import { Readable } from 'node:stream';
import { FieldsInvalidError } from '../../../common/fields-invalid.error';
import { MalformedRequestError } from '../../../common/malformed-request.error';
import { encodeRecord, type CsvRow, type CsvTable } from '../csv';
import { Yielder } from '../csv/yielder';
import type { FormField } from '../form-field';

export const MOST_EMAILS = 100_000;

/** Bytes that are parsed at a time: a millisecond or two. */
const PIECE = 16_384;
/** Bytes of one string, and of blanks between two. */
const LONGEST = 1_048_576;

const NOT_JSON = 'The body is not well-formed JSON in UTF-8.';
const NO_OBJECT = 'Send one JSON object as the body: {"name": "…", "emails": ["…"]}.';

/**
 * Reads `{"name"?: string, "emails": [string, …]}` as it comes in, as the list of one column that it is: one row for each
 * string, blank ones too. Nothing of it may be nested, so that no depth has to be bounded.
 * @param fields gets the name, when the rows are read
 */
export function readJsonList(source: AsyncIterable<Uint8Array>, fields: Map<string, FormField>): CsvTable {
  return { columns: ['email'], emailColumn: 0, delimiter: ',', rows: readRows(source, fields) };
}

/** @throws FieldsInvalidError, MalformedRequestError, or what the source throws */
async function* readRows(
  source: AsyncIterable<Uint8Array>,
  fields: Map<string, FormField>,
): AsyncGenerator<CsvRow[], void> {
  const bytes: AsyncIterable<Uint8Array> =
    source instanceof Readable ? source.iterator({ destroyOnReturn: false }) : source;
  const yielder = new Yielder();
  const list = new JsonList(fields);
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += PIECE) {
      await yielder.yieldIfDue();
      list.write(chunk.subarray(at, at + PIECE));
      const rows = list.take();
      if (rows.length > 0) yield rows;
    }
  }
  list.end();
}

/** What may come next. */
type Place = 'object' | 'first key' | 'key' | 'colon' | 'value' | 'first item' | 'item' | 'item over' | 'over' | 'end';

/** The object, token by token. */
class JsonList {
  private readonly tokenizer = new Tokenizer();
  private place: Place = 'object';
  private key = '';
  private readonly seen = new Set<string>();
  private rows: CsvRow[] = [];
  private count = 0;
  private quiet = 0;
  private fault: Error | null = null;

  constructor(private readonly fields: Map<string, FormField>) {
    this.tokenizer.onToken = ({ token, value }) => {
      this.quiet = 0;
      if (this.fault === null) this.read(token, value);
    };
    this.tokenizer.onError = () => {
      this.fault ??= new MalformedRequestError(NOT_JSON);
    };
  }

  write(piece: Uint8Array): void {
    this.quiet += piece.length;
    this.tokenizer.write(piece);
    if (this.quiet > LONGEST) this.refuse(this.key || 'emails', 'holds a text of more than 1 MiB.');
    this.check();
  }

  /** What was read since it was last asked. */
  take(): CsvRow[] {
    const rows = this.rows;
    this.rows = [];
    return rows;
  }

  end(): void {
    this.tokenizer.end();
    if (this.place !== 'end' && this.place !== 'object') this.break();
    if (!this.seen.has('emails')) this.refuse('emails', 'is required.');
    else if (this.count === 0) this.refuse('emails', 'must hold an address at least.');
    this.check();
  }

  private read(token: TokenType, value: unknown): void {
    switch (this.place) {
      case 'object':
        if (token === TokenType.LEFT_BRACE) this.place = 'first key';
        else this.fault = new MalformedRequestError(NO_OBJECT);
        return;
      case 'first key':
      case 'key':
        if (token === TokenType.RIGHT_BRACE && this.place === 'first key') this.place = 'end';
        else if (token === TokenType.STRING) this.readKey(String(value));
        else this.break();
        return;
      case 'colon':
        if (token === TokenType.COLON) this.place = 'value';
        else this.break();
        return;
      case 'value':
        this.readValue(token, value);
        return;
      case 'first item':
      case 'item':
        if (token === TokenType.RIGHT_BRACKET && this.place === 'first item') this.place = 'over';
        else this.readItem(token, value);
        return;
      case 'item over':
        if (token === TokenType.COMMA) this.place = 'item';
        else if (token === TokenType.RIGHT_BRACKET) this.place = 'over';
        else this.break();
        return;
      case 'over':
        if (token === TokenType.COMMA) this.place = 'key';
        else if (token === TokenType.RIGHT_BRACE) this.place = 'end';
        else this.break();
        return;
      case 'end':
        this.break();
    }
  }

  private readKey(key: string): void {
    const shown = key.slice(0, 40);
    if (key !== 'name' && key !== 'emails') this.refuse(shown, 'is not known here.');
    if (this.seen.has(key)) this.refuse(key, 'is given more than once.');
    this.seen.add(key);
    this.key = key;
    this.place = 'colon';
  }

  private readValue(token: TokenType, value: unknown): void {
    if (isGrammar(token)) this.break();
    else if (this.key === 'emails') {
      if (token === TokenType.LEFT_BRACKET) this.place = 'first item';
      else this.refuse('emails', 'must be a list of strings.');
    } else if (token === TokenType.STRING) {
      this.fields.set('name', { text: String(value), isTruncated: false });
      this.place = 'over';
    } else this.refuse('name', 'must be a string.');
  }

  private readItem(token: TokenType, value: unknown): void {
    if (isGrammar(token)) this.break();
    else if (token !== TokenType.STRING) this.refuse(`emails.${this.count}`, 'must be a string.');
    else if (this.count === MOST_EMAILS) this.refuse('emails', `must not hold more than ${MOST_EMAILS} addresses.`);
    else {
      const text = String(value);
      this.rows.push({ address: text.trim(), line: encodeRecord([text]) });
      this.count += 1;
      this.place = 'item over';
    }
  }

  private check(): void {
    if (this.fault !== null) throw this.fault;
  }

  private break(): void {
    this.fault ??= new MalformedRequestError(NOT_JSON);
  }

  private refuse(field: string, what: string): void {
    this.fault ??= new FieldsInvalidError({ [field]: [`The ${field} field ${what}`] });
  }
}

/** Whether it stands between values, and is none. */
function isGrammar(token: TokenType): boolean {
  return [TokenType.RIGHT_BRACE, TokenType.RIGHT_BRACKET, TokenType.COLON, TokenType.COMMA].includes(token);
}
