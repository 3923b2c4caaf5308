import { systemRandom } from '../system-ports';
import { randomLocalPart } from './random-local-part';

describe('randomLocalPart', () => {
  it('looks like a name, and is never the same twice', () => {
    const names = Array.from({ length: 5_000 }, () => randomLocalPart(systemRandom));
    for (const name of names) {
      expect(name).toMatch(/^[a-z]{12,18}\d{1,3}$/);
      expect(name).not.toMatch(/test|probe|noexist|^[0-9a-f]+$/);
    }
    expect(new Set(names).size).toBe(names.length);
  });
});
