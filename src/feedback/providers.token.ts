/** DI token of the adapters by provider: `FeedbackProviders` of `events/create-providers.ts`. */
export const PROVIDERS = Symbol('FeedbackProviders');
