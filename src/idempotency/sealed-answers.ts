import { Inject, Injectable } from '@nestjs/common';
import { SecretBox } from '../common/secret-box';
import { APP_CONFIG, type AppConfig } from '../config/app-config';

/** What is kept of answers: they hold addresses, and secrets that are shown once. Sealed under `JWT_SECRET`, each for its key alone. */
@Injectable()
export class SealedAnswers {
  private readonly box: SecretBox;

  constructor(@Inject(APP_CONFIG) config: AppConfig) {
    this.box = new SecretBox(config.JWT_SECRET, 'idempotency answers');
  }

  /** @param value JSON */
  close(value: unknown, id: string): Buffer {
    return Buffer.from(this.box.close(JSON.stringify(value), id), 'base64');
  }

  /** Null: sealed under another secret. */
  open(sealed: Buffer, id: string): { value: unknown } | null {
    const text = this.box.open(sealed.toString('base64'), id);
    return text === null ? null : { value: JSON.parse(text) as unknown };
  }
}
