import type { IncomingMessage } from 'node:http';
import { requireDataRate, type DataRate } from './upload-rate';

const RATE: DataRate = { bytesPerSecond: 100, overSeconds: 3, secondMs: 1000 };

describe('requireDataRate', () => {
  let request: { complete: boolean; destroyed: boolean; readableLength: number; socket: { bytesRead: number } };
  let faults: string[];
  let release: () => void;

  beforeEach(() => {
    jest.useFakeTimers();
    request = { complete: false, destroyed: false, readableLength: 0, socket: { bytesRead: 1_000_000 } };
    faults = [];
    release = requireDataRate(request as unknown as IncomingMessage, (fault) => faults.push(fault.message), RATE);
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  /** Seconds in each of which so many bytes come. */
  function pass(seconds: number, bytes: number): void {
    for (let second = 0; second < seconds; second += 1) {
      request.socket.bytesRead += bytes;
      jest.advanceTimersByTime(1000);
    }
  }

  it('lets go on who keeps the pace, on average', () => {
    for (let times = 0; times < 20; times += 1) {
      pass(1, 300);
      pass(2, 0);
    }
    expect(faults).toEqual([]);
  });

  it('gives up who falls below it, once', () => {
    pass(30, 100);
    pass(2, 99);
    expect(faults).toEqual([]);
    pass(30, 99);
    expect(faults).toEqual(['The upload came at less than 0.1 kB/s for 3 s, and was given up.']);
  });

  it('does not count the time in which bytes wait for us', () => {
    request.readableLength = 10;
    pass(100, 0);
    expect(faults).toEqual([]);
    request.readableLength = 0;
    pass(3, 0);
    expect(faults).toHaveLength(1);
  });

  it('ends with the upload', () => {
    request.complete = true;
    pass(1, 0);
    expect(jest.getTimerCount()).toBe(0);
    release();
    expect(faults).toEqual([]);
  });
});
