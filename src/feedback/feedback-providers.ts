import type { FeedbackProvider, FeedbackProviderName } from './events/feedback-provider';

/** The adapters, by provider; also the DI token. */
export class FeedbackProviders {
  private readonly byName: ReadonlyMap<string, FeedbackProvider>;

  constructor(providers: readonly FeedbackProvider[]) {
    this.byName = new Map(providers.map((provider) => [provider.name, provider]));
  }

  /** @throws Error for a name that no adapter has: sources are made with those that there are */
  of(name: FeedbackProviderName): FeedbackProvider {
    const provider = this.byName.get(name);
    if (provider === undefined) throw new Error(`There is no adapter for ${name}.`);
    return provider;
  }
}
