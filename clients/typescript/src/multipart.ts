import type { OpenedFile } from './open-file.js';
import type { Body } from './transport.js';

/**
 * `multipart/form-data` (RFC 7578) whose file is read while it is sent: `FormData` takes files of memory only.
 * @param open called once its bytes are asked for: an attempt that never comes so far leaves no file open, and no fault unheard
 */
export function multipart(fields: [string, string][], fileName: string, open: () => OpenedFile): Body {
  const boundary = `list-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
  const encoder = new TextEncoder();
  const head = (disposition: string): string => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}`;
  const said = fields.map(([name, value]) => `${head(`name="${name}"`)}\r\n\r\n${value}\r\n`).join('');
  let fault: unknown;
  let file: OpenedFile | null = null;
  async function* content(): AsyncIterable<Uint8Array> {
    yield encoder.encode(
      `${said}${head(`name="file"; filename="${escape(fileName)}"`)}\r\nContent-Type: application/octet-stream\r\n\r\n`,
    );
    try {
      file = open();
      yield* file;
    } catch (error) {
      fault = error;
      throw error;
    }
    yield encoder.encode(`\r\n--${boundary}--\r\n`);
  }
  return {
    content: content(),
    contentType: `multipart/form-data; boundary=${boundary}`,
    fault: () => fault,
    close: () => file?.destroy(),
  };
}

/** As browsers write names (WHATWG HTML, multipart/form-data encoding). */
function escape(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
