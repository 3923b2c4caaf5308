import type { Echoes } from './echoes';
import { enhancedCodeOf } from './enhanced-code';
import type { Stage } from './outcome';
import type { ReplyFacts } from './reply-facts';
import { readWords, type ReplyWords } from './reply-words';

/** A reply as the rules see it. Its words are read when a rule needs them: most replies are a `250`, judged by the code. */
export class ReadReply implements ReplyFacts {
  readonly enhanced: string | null;
  readonly subject: string | null;
  private read: ReplyWords | undefined;

  /** `lines`: without the code, bounded; `mxHost` in lower case. */
  constructor(
    readonly stage: Stage,
    readonly code: number,
    private readonly lines: readonly string[],
    private readonly echoes: Echoes,
    readonly mxHost: string,
  ) {
    this.enhanced = enhancedCodeOf(lines);
    this.subject = this.enhanced?.slice(2) ?? null;
  }

  get words(): string {
    return this.content.words;
  }

  get prose(): string {
    return this.content.prose;
  }

  get namesRecipient(): boolean {
    return this.content.namesRecipient;
  }

  get namesRecipientsAddress(): boolean {
    return this.content.namesAddress;
  }

  get namesAnAddress(): boolean {
    return this.lines.some((line) => /[^\s<>@]{1,64}@[^\s<>@]/.test(line));
  }

  private get content(): ReplyWords {
    return (this.read ??= readWords(this.lines, this.echoes));
  }
}
