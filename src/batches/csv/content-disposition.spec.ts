import fc from 'fast-check';
import { contentDisposition } from './content-disposition';

function namesOf(batchName: string): { ascii: string; full: string } {
  const [, ascii = '', full = ''] =
    /^attachment; filename="([^"]*)"; filename\*=UTF-8''(.*)$/.exec(contentDisposition(batchName)) ?? [];
  return { ascii, full: decodeURIComponent(full) };
}

describe('contentDisposition', () => {
  it.each([
    ['March list', 'March list.csv', 'March list.csv'],
    ['list.csv', 'list.csv', 'list.csv'],
    ['list.CSV ', 'list.csv', 'list.csv'],
    ['Kunden Zürich', 'Kunden Zurich.csv', 'Kunden Zürich.csv'],
    ['名簿 😀', '__ _.csv', '名簿 😀.csv'],
    ['say "hi"; x=y', 'say _hi_; x=y.csv', 'say _hi_; x=y.csv'],
    ['a\r\nSet-Cookie: b=c', 'a Set-Cookie_ b=c.csv', 'a Set-Cookie_ b=c.csv'],
    ['../../etc/passwd', '_.._etc_passwd.csv', '_.._etc_passwd.csv'],
    ['C:\\temp\\x', 'C_temp_x.csv', 'C_temp_x.csv'],
    ['100%', '100_.csv', '100%.csv'],
    ["it's (new)*", "it's (new)_.csv", "it's (new)_.csv"],
    ['invoice\u202evsc.exe', 'invoice vsc.exe.csv', 'invoice vsc.exe.csv'],
    ['con', '_con.csv', '_con.csv'],
    ['', 'results.csv', 'results.csv'],
    [' .. ', 'results.csv', 'results.csv'],
    ['.csv', 'results.csv', 'results.csv'],
    ['\uff02x\uff0f\u226e', '_x__.csv', '\uff02x\uff0f\u226e.csv'],
    ['\u{11127}', 'results.csv', '\u{11127}.csv'],
    ['\ud800x', 'x.csv', 'x.csv'],
  ])('names the file of %j', (batchName, ascii, full) => {
    expect(namesOf(batchName)).toEqual({ ascii, full });
  });

  it('cuts a name of 255 characters, never within a character', () => {
    expect(namesOf('x'.repeat(255)).full).toBe(`${'x'.repeat(100)}.csv`);
    expect(namesOf('😀'.repeat(255)).full).toBe(`${'😀'.repeat(100)}.csv`);
  });

  it('is one line of printable ASCII that names one file, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 255 }), (batchName) => {
        expect(contentDisposition(batchName)).toMatch(
          /^attachment; filename="[^"\\/%\x00-\x1f\x7f-\uffff]+\.csv"; filename\*=UTF-8''[A-Za-z0-9%._~-]+\.csv$/,
        );
        expect(namesOf(batchName).full).not.toMatch(/[/\\:*?"<>|\p{C}]/u);
      }),
      { numRuns: 1_000 },
    );
  });
});
