/** So long others are waited for, in milliseconds: too short to be noticed where work takes a network's time. */
const LINGER_MS = 20;

interface Asked<Item, Answer> {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * What many ask for one by one, done for all of them in one go: whatever is asked within a moment, or while the go before is
 * under way. Whoever asks while a go fails is told its error.
 */
export class Gathered<Item, Answer> {
  private readonly waiting: Asked<Item, Answer>[] = [];
  private isWorking = false;

  /**
   * @param work on some items; resolves to their answers, in the same order
   * @param most items of a go
   */
  constructor(
    private readonly work: (items: readonly Item[]) => Promise<readonly Answer[]>,
    private readonly most: number,
  ) {}

  ask(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.isWorking) return;
      this.isWorking = true;
      setTimeout(() => void this.workOff(), LINGER_MS);
    });
  }

  private async workOff(): Promise<void> {
    while (this.waiting.length > 0) await this.workOn(this.waiting.splice(0, this.most));
    this.isWorking = false;
  }

  private async workOn(asked: readonly Asked<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.work(asked.map(({ item }) => item));
      asked.forEach(({ resolve }, index) => {
        resolve(answers[index] as Answer);
      });
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
