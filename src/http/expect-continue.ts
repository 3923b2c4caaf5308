import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * `100 Continue` is sent when somebody begins to read the body, and no sooner: a caller who asked for it learns that he is
 * refused before he sends a large file (RFC 9110 10.1.1). Node would send it with the headers.
 */
export function continueWhenRead(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const read = request._read.bind(request);
    request._read = (size) => {
      request._read = read;
      if (!response.headersSent) response.writeContinue();
      read(size);
    };
    server.emit('request', request, response);
  });
}
