/** Says everything that is wrong with the settings at once, one sentence a fault. */
export class ConfigError extends Error {
  constructor(readonly faults: string[]) {
    super(`The settings are not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}
