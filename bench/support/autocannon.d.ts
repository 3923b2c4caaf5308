/** The part of autocannon 9 that the bench uses; the package has no types of its own. */
declare module 'autocannon' {
  interface Options {
    url: string;
    method: 'GET' | 'POST';
    headers: Record<string, string>;
    connections: number;
    /** Seconds. */
    duration: number;
    requests: { body: string }[];
  }

  interface Result {
    /** Requests a second, and in all. */
    requests: { average: number; total: number };
    /** Milliseconds. */
    latency: { p50: number; p99: number; max: number };
    non2xx: number;
    errors: number;
  }

  function autocannon(options: Options): Promise<Result>;
  export = autocannon;
}
