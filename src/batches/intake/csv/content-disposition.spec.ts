import fc from 'fast-check';
import { contentDisposition } from './content-disposition';
import { runs } from '../../../../test/support/runs';

function namesOf(batchName: string): { ascii: string; full: string } {
  const [, ascii = '', full = ''] =
    /^attachment; filename="([^"]*)"; filename\*=UTF-8''(.*)$/.exec(contentDisposition(batchName, 'valid')) ?? [];
  return { ascii, full: decodeURIComponent(full) };
}

describe('contentDisposition', () => {
  it.each([
    ['March list', 'March list_valid.csv', 'March list_valid.csv'],
    ['list.csv', 'list_valid.csv', 'list_valid.csv'],
    ['list.CSV ', 'list_valid.csv', 'list_valid.csv'],
    ['Kunden Zürich', 'Kunden Zurich_valid.csv', 'Kunden Zürich_valid.csv'],
    ['名簿 😀', '__ __valid.csv', '名簿 😀_valid.csv'],
    ['say "hi"; x=y', 'say _hi_; x=y_valid.csv', 'say _hi_; x=y_valid.csv'],
    ['a\r\nSet-Cookie: b=c', 'a Set-Cookie_ b=c_valid.csv', 'a Set-Cookie_ b=c_valid.csv'],
    ['../../etc/passwd', '_.._etc_passwd_valid.csv', '_.._etc_passwd_valid.csv'],
    ['C:\\temp\\x', 'C_temp_x_valid.csv', 'C_temp_x_valid.csv'],
    ['100%', '100__valid.csv', '100%_valid.csv'],
    ["it's (new)*", "it's (new)__valid.csv", "it's (new)__valid.csv"],
    ['invoice\u202evsc.exe', 'invoice vsc.exe_valid.csv', 'invoice vsc.exe_valid.csv'],
    ['con', '_con_valid.csv', '_con_valid.csv'],
    ['', 'batch_valid.csv', 'batch_valid.csv'],
    [' .. ', 'batch_valid.csv', 'batch_valid.csv'],
    ['.csv', 'batch_valid.csv', 'batch_valid.csv'],
    ['\uff02x\uff0f\u226e', '_x___valid.csv', '\uff02x\uff0f\u226e_valid.csv'],
    ['\u{11127}', 'batch_valid.csv', '\u{11127}_valid.csv'],
    ['\ud800x', 'x_valid.csv', 'x_valid.csv'],
  ])('names the file of %j', (batchName, ascii, full) => {
    expect(namesOf(batchName)).toEqual({ ascii, full });
  });

  it('cuts a name of 255 characters, never within a character', () => {
    expect(namesOf('x'.repeat(255)).full).toBe(`${'x'.repeat(100)}_valid.csv`);
    expect(namesOf('😀'.repeat(255)).full).toBe(`${'😀'.repeat(100)}_valid.csv`);
  });

  it('is one line of printable ASCII that names one file, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 255 }), (batchName) => {
        expect(contentDisposition(batchName, 'valid')).toMatch(
          /^attachment; filename="[^"\\/%\x00-\x1f\x7f-\uffff]+_valid\.csv"; filename\*=UTF-8''[A-Za-z0-9%._~-]+_valid\.csv$/,
        );
        expect(namesOf(batchName).full).not.toMatch(/[/\\:*?"<>|\p{C}]/u);
      }),
      { numRuns: runs(1_000) },
    );
  });
});
