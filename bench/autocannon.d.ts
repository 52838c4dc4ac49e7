/** The part of autocannon that the benchmarks use. The package does not contain types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  type Request = {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    /** Called before each request. */
    setupRequest?: (request: Request) => Request;
    onResponse?: (status: number, body: string) => void;
  };
  type Client = { setRequests(requests: Request[]): void };
  type Options = {
    url: string;
    connections: number;
    /** The duration in seconds. */
    duration: number;
    /** The number of milliseconds between samples. */
    sampleInt: number;
    setupClient: (client: Client) => void;
    verifyBody: (body: string) => boolean;
  };
  type Result = { errors: number };
  type Run = EventEmitter & PromiseLike<Result>;

  const autocannon: (options: Options) => Run;
  export = autocannon;
}
