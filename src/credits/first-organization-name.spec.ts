import { firstOrganizationName } from './first-organization-name';

describe('the name of a first organization', () => {
  it.each([
    ['Jane Doe', 'jane@example.org', "Jane Doe's organization"],
    [null, 'jane.doe@example.org', "jane.doe's organization"],
    [null, '"a@b"@example.org', `"a@b"'s organization`],
  ])('%s, %s: %s', (name, address, wanted) => {
    expect(firstOrganizationName(name, address)).toBe(wanted);
  });

  it('has 255 characters at most, and cuts none in two', () => {
    const name = firstOrganizationName('\u{1f331}'.repeat(255), 'jane@example.org');
    expect(Array.from(name)).toHaveLength(255);
    expect(name).toMatch(/^\u{1f331}+'s organization$/u);
  });
});
