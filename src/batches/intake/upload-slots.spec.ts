import { TooManyUploadsError, UploadsBusyError } from '../batches.errors';
import { UploadSlots } from './upload-slots';

/** Each organization has an account of its own here, unless a test says otherwise. */
class Places {
  private readonly slots: UploadSlots;

  constructor(all: number, ofOne: number, ofAccount = all) {
    this.slots = new UploadSlots({
      UPLOADS_AT_A_TIME: all,
      UPLOADS_PER_ORGANIZATION: ofOne,
      UPLOADS_PER_ACCOUNT: ofAccount,
    });
  }

  take(organizationId: number, patienceMs?: number, accountId = organizationId): Promise<() => void> {
    return this.slots.take({ organizationId, accountId }, patienceMs);
  }
}

const slots = (all: number, ofOne: number): Places => new Places(all, ofOne);

describe('UploadSlots', () => {
  it('gives an organization its share, and refuses it after some patience', async () => {
    const line = slots(10, 2);
    await line.take(1);
    const release = await line.take(1);
    await expect(line.take(1, 1)).rejects.toThrow(TooManyUploadsError);
    await line.take(2, 1);
    release();
    release();
    await line.take(1, 1);
    await expect(line.take(1, 1)).rejects.toThrow('2 uploads');
  });

  it('gives an account its share, however many organizations it has', async () => {
    const line = new Places(10, 2, 3);
    const first = await line.take(1, 1, 7);
    await line.take(2, 1, 7);
    await line.take(3, 1, 7);
    await expect(line.take(4, 1, 7)).rejects.toThrow('Your account has 3 uploads');
    await line.take(4, 1, 8);
    first();
    await expect(line.take(5, 1, 7)).resolves.toBeInstanceOf(Function);
  });

  it('refuses everybody when all slots are taken', async () => {
    const line = slots(2, 2);
    await line.take(1);
    await line.take(2);
    await expect(line.take(3, 1)).rejects.toThrow(UploadsBusyError);
  });

  it('lets those who wait go in the order in which they came, past those whose share is taken', async () => {
    const line = slots(3, 2);
    const releases = [await line.take(1), await line.take(1), await line.take(2)];
    const started: string[] = [];
    const waiting = (['1 first', '3', '1 second', '2'] as const).map(async (name) => {
      const release = await line.take(Number(name[0]), 60_000);
      started.push(name);
      return release;
    });
    releases[2]?.();
    await waiting[1];
    expect(started).toEqual(['3']);
    releases[0]?.();
    releases.push(await (waiting[0] as Promise<() => void>));
    expect(started).toEqual(['3', '1 first']);
    (await (waiting[1] as Promise<() => void>))();
    releases.push(await (waiting[3] as Promise<() => void>));
    expect(started).toEqual(['3', '1 first', '2']);
    releases[3]?.();
    await waiting[2];
    expect(started).toEqual(['3', '1 first', '2', '1 second']);
  });

  it('lets some of an organization wait, and no more', async () => {
    const line = slots(1, 1);
    await line.take(1);
    const waiting = Array.from({ length: 20 }, () => line.take(1, 50).catch((error: unknown) => error));
    // To wait for its turn would take longer than a test may.
    await expect(line.take(1, 600_000)).rejects.toThrow(TooManyUploadsError);
    expect(await Promise.all(waiting)).toEqual(new Array(20).fill(expect.any(TooManyUploadsError)));
  });
});
