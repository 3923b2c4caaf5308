import { isWhiteSpace } from './white-space';

it('is what trim takes, of all code units', () => {
  const codes = Array.from({ length: 65_536 }, (_, code) => code);
  const trimmed = codes.filter((code) => String.fromCharCode(code).trim() === '');
  expect(codes.filter((code) => isWhiteSpace(code))).toEqual(trimmed);
  expect(isWhiteSpace(NaN)).toBe(false);
});
