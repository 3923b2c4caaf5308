import { Agent, request, type ClientRequest } from 'node:http';

/** What a load has seen. */
export interface Seen {
  answered: number;
  /** Requests that were begun and got no answer, or one of a fault. */
  lost: string[];
}

/**
 * Keep-alive callers of several processes behind one another: each asks the process that it has, and goes to the next one
 * where its connection is refused, for nothing of such a request can have been done. Anything else is a loss.
 */
export class RestartLoad {
  readonly seen: Seen = { answered: 0, lost: [] };
  private isOver = false;
  private readonly lanes: Promise<void>[];

  constructor(
    private readonly ports: readonly number[],
    private readonly path: string,
    private readonly headers: Record<string, string>,
    lanes: number,
  ) {
    this.lanes = Array.from({ length: lanes }, (_, lane) => this.run(lane));
  }

  async stop(): Promise<Seen> {
    this.isOver = true;
    await Promise.all(this.lanes);
    return this.seen;
  }

  private async run(lane: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let target = lane;
    while (!this.isOver) {
      const port = this.ports[target % this.ports.length]!;
      const outcome = await this.ask(agent, port);
      if (outcome === 'ECONNREFUSED') target += 1;
      else if (outcome === '200') this.seen.answered += 1;
      else this.seen.lost.push(outcome);
    }
    agent.destroy();
  }

  /** The status, or the code of the fault. */
  private ask(agent: Agent, port: number): Promise<string> {
    return new Promise((resolve) => {
      const asking: ClientRequest = request({ agent, host: '127.0.0.1', port, path: this.path, headers: this.headers });
      asking.on('error', (error: NodeJS.ErrnoException) => {
        resolve(`${error.code ?? error.message}${asking.reusedSocket ? ' on a kept connection' : ''}`);
      });
      asking.on('response', (response) => {
        response.resume();
        response.on('end', () => {
          resolve(String(response.statusCode));
        });
        response.on('error', (error: NodeJS.ErrnoException) => {
          resolve(`${error.code ?? error.message} in the answer`);
        });
      });
      asking.end();
    });
  }
}
