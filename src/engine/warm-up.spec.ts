import fs from 'node:fs';
import { isDisposableDomain } from './lists/disposable';
import { warmUp } from './warm-up';

it('reads the list of disposable domains, so that no check has to', () => {
  const read = jest.spyOn(fs, 'readFileSync');
  warmUp();
  const before = read.mock.calls.length;
  expect(before).toBeGreaterThan(0);
  expect(isDisposableDomain('mailinator.com')).toBe(true);
  expect(isDisposableDomain('not-listed-anywhere.example')).toBe(false);
  expect(read).toHaveBeenCalledTimes(before);
});
