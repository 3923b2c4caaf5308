import fc from 'fast-check';
import type { ReplyEvent } from './reply';
import { ReplyReader } from './reply-reader';

const read = (...chunks: (string | Buffer)[]): ReplyEvent[] => {
  const reader = new ReplyReader();
  return chunks.flatMap((chunk) => reader.push(Buffer.from(chunk as string)));
};

describe('ReplyReader', () => {
  it('reads replies of one and of many lines', () => {
    expect(read('220 mx ESMTP\r\n250-mx\r\n250-PIPELINING\r\n250 SIZE\r\n250\r\n')).toEqual([
      { code: 220, lines: ['mx ESMTP'] },
      { code: 250, lines: ['mx', 'PIPELINING', 'SIZE'] },
      { code: 250, lines: [''] },
    ]);
  });

  it('takes bare line feeds, NUL bytes, lines without a code inside a reply, and differing codes', () => {
    expect(read('250-a\n251-b\u0000c\nno code\n550 last\n')).toEqual([
      { code: 550, lines: ['a', 'b\u0000c', 'no code', 'last'] },
    ]);
  });

  it('decodes UTF-8, and what is not UTF-8 as windows-1252', () => {
    expect(read('550 não\r\n')).toEqual([{ code: 550, lines: ['não'] }]);
    expect(read(Buffer.from([...Buffer.from('550 n'), 0xe3, ...Buffer.from('o\r\n')]))).toEqual([
      { code: 550, lines: ['não'] },
    ]);
  });

  it.each([
    ['HTTP text', 'HTTP/1.1 400 Bad Request\r\n'],
    ['TLS bytes', '\u0015\u0003\u0001\u0000\u0002\u0002\n'],
    ['a code beyond 599', '999 hello\r\n'],
    ['a code below 200', '100 hello\r\n'],
    ['a code of four digits', '2200 hello\r\n'],
    ['an empty line', '\r\n'],
    ['an endless line', '2'.repeat(9000)],
    ['endless continuation', '250-x\r\n'.repeat(200)],
    ['endless text without a code', `250-x\r\n${'x\r\n'.repeat(200)}`],
  ])('gives up on %s, and reads no further', (_name, bytes) => {
    const events = read(bytes, '250 fine\r\n');
    expect(events).toHaveLength(1);
    expect(events[0]).toHaveProperty('fault');
  });

  it('does not care how the bytes are cut', () => {
    const line = fc.oneof(
      fc.constantFrom('250 ok\r\n', '250-more\r\n', '550 5.1.1 não\n', '\r\n', 'x\n', '999 x\n'),
      fc.string({ unit: 'binary', maxLength: 40 }),
    );
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 }),
        (lines, sizes) => {
          const bytes = Buffer.from(lines.join(''));
          const reader = new ReplyReader();
          const pieces: ReplyEvent[] = [];
          for (let at = 0, cut = 0; at < bytes.length; cut++) {
            const size = sizes[cut % sizes.length] ?? 1;
            pieces.push(...reader.push(bytes.subarray(at, at + size)));
            at += size;
          }
          const byByte = new ReplyReader();
          expect(pieces).toEqual(new ReplyReader().push(bytes));
          expect([...bytes].flatMap((byte) => byByte.push(Buffer.from([byte])))).toEqual(pieces);
        },
      ),
    );
  });
});
