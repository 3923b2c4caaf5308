import { brokenText, CsvFault, unclosedQuote } from './csv-fault';
import { CsvGrammar } from './csv-grammar';
import type { TextEnd } from './decode-text';
import type { Yielder } from './yielder';

/** The longest record, in characters, its line end not counted. */
const RECORD_LIMIT = 1_048_576;
const FULL_WINDOW = RECORD_LIMIT + 2;
/** Characters parsed at a time, while records are of an ordinary length. */
const WINDOW = 65_536;

const LINE_END = /\r\n?|\n/g;
const BLANK_LINES = /^[\s,;|]*[\r\n]/;
const SEPARATOR_LINE = /^"?sep=([^\s\w"]|\t)"?[ \t,;|]*(?:\r\n|\r|\n)/i;

/**
 * The text of a file that has not been taken yet, seen through a window that starts at a record: as wide as an
 * ordinary stretch of records, widened while a record does not fit, never wider than the longest record.
 */
export class CsvText {
  #pending = '';
  #width = WINDOW;
  #end: TextEnd | null = null;
  #line = 1;

  constructor(
    private readonly source: AsyncGenerator<string, TextEnd>,
    private readonly yielder: Yielder,
  ) {}

  /** The number of the physical line at which the window starts, from 1. */
  get line(): number {
    return this.#line;
  }

  get isEmpty(): boolean {
    return this.#pending === '';
  }

  /** Nothing more will come. */
  get isEnded(): boolean {
    return this.#end !== null;
  }

  /** The window cannot be widened: it shows all that is left, or as much as it may. */
  get isWidest(): boolean {
    return this.isShownWhole || (this.#pending.length > this.#width && this.#width === FULL_WINDOW);
  }

  /** The window shows all that is left. */
  get isShownWhole(): boolean {
    return this.isEnded && this.#pending.length <= this.#width;
  }

  get window(): string {
    if (this.#pending.length <= this.#width) return this.#pending;
    const cutsCrLf = this.#pending[this.#width - 1] === '\r' && this.#pending[this.#width] === '\n';
    return this.#pending.slice(0, cutsCrLf ? this.#width - 1 : this.#width);
  }

  /** Removes what has been read from the front. */
  take(length: number, lineEnds: number): void {
    this.#pending = this.#pending.slice(length);
    this.#line += lineEnds;
    this.#width = WINDOW;
  }

  /** Fills the window. Throws when the text ended before bytes that are not text, and all in front of them is taken. */
  async hasMore(): Promise<boolean> {
    await this.#fill();
    if (this.isEmpty) this.checkEnd();
    return !this.isEmpty;
  }

  /** Shows more of a record that is not complete in the window; throws when there is no more, or it is too long. */
  async widen(delimiters: readonly string[]): Promise<void> {
    if (this.isWidest) {
      this.checkEnd();
      for (const delimiter of delimiters) {
        await this.yielder.yieldIfDue(this.window.length);
        const lineEnds = new CsvGrammar(delimiter).findUnclosedQuote(this.window);
        if (lineEnds !== null) throw unclosedQuote(this.#line + lineEnds, this.isShownWhole ? null : '1 MiB');
      }
      throw new CsvFault(
        'record_too_long',
        `The row that starts on line ${this.#line} is longer than 1 MiB. Is this a CSV file with one address a row?`,
        this.#line,
      );
    }
    if (!this.isEmpty) this.#width = Math.min(this.#width * 2, FULL_WINDOW);
    await this.#fill();
    await this.yielder.yieldIfDue(this.window.length);
  }

  /** Throws when the text ended before bytes that are not text. */
  checkEnd(): void {
    if (this.#end === null || this.#end === 'complete' || this.#pending.length > FULL_WINDOW) return;
    const line = this.#line + (this.#pending.match(LINE_END)?.length ?? 0);
    throw brokenText(this.#end, line);
  }

  /** Takes lines that hold white space and delimiters only. */
  async skipBlankLines(): Promise<void> {
    for (;;) {
      await this.#fill();
      const blank = BLANK_LINES.exec(this.#pending)?.[0];
      if (blank === undefined) return;
      this.take(blank.length, blank.match(LINE_END)?.length ?? 0);
    }
  }

  /** Takes a line such as `sep=;`, which spreadsheets write and read, and returns its delimiter. */
  async takeSeparatorLine(): Promise<string | null> {
    await this.#fill();
    const [line, delimiter] = SEPARATOR_LINE.exec(this.#pending) ?? [];
    if (line === undefined || delimiter === undefined) return null;
    this.take(line.length, 1);
    return delimiter;
  }

  /** Lets go of the source. */
  async close(): Promise<void> {
    await this.source.return('complete');
  }

  async #fill(): Promise<void> {
    while (this.#end === null && this.#pending.length <= this.#width) {
      const next = await this.source.next();
      if (!next.done) {
        this.#pending += next.value;
        continue;
      }
      this.#end = next.value;
      // The last line needs no line end of its own.
      const last = this.#pending.at(-1);
      if (this.#end === 'complete' && last !== undefined && last !== '\n' && last !== '\r') this.#pending += '\n';
    }
  }
}
