import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane: 7 to 40 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes passwords with argon2id (RFC 9106), off the event loop. */
@Injectable()
export class PasswordHasher {
  /** The hash of a password that nobody has: what is verified where there is no account. */
  private readonly nobodys = this.hash('a password that is verified and never right');

  /** In the PHC string form, salt included: at most 255 characters. */
  hash(password: string): Promise<string> {
    return hash(password.normalize('NFC'), COST);
  }

  /** Whether it is the password. Takes the same time for an account without one, or for no account: never yes. */
  async verify(storedHash: string | null, password: string): Promise<boolean> {
    const isRight = await verify(storedHash ?? (await this.nobodys), password.normalize('NFC'));
    return isRight && storedHash !== null;
  }
}
