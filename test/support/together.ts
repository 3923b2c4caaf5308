import { note } from './tally';
import './shared';

/** Runs spec files in one test file of Jest, and notes how long each took. See `jest.groups.cjs`. */
export function together(files: Record<string, () => unknown>): void {
  describe.each(Object.entries(files))('%s', (file, load) => {
    let start: number;
    beforeAll(() => {
      start = performance.now();
    });
    load();
    afterAll(() => {
      note('file', { file, seconds: (performance.now() - start) / 1000 });
    });
  });
}
