import { withoutComments } from './comments';

it.each([
  ['failed', 'failed'],
  ['failed (user unknown)', 'failed'],
  ['(a (b) c) failed(d)', 'failed'],
  ['a (\\) b) c', 'a   c'],
  ['"a (b)" c', '"a (b)" c'],
  ['"a \\" (b)" c (d)', '"a \\" (b)" c'],
  ['failed (without an end', 'failed (without an end'],
  ['failed)', 'failed)'],
])('%s', (text, bare) => {
  expect(withoutComments(text)).toBe(bare);
});
