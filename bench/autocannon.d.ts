/** The part of autocannon that is used here; it brings no types of its own. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  type Request = { method?: string; path?: string; headers?: Record<string, string>; body?: string };
  type Client = { setRequests(requests: Request[]): void };
  type Options = {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    /** Milliseconds between looks at the clock. */
    sampleInt: number;
    /** Replaces `[<id>]` in each request by an id of its own. */
    idReplacement: boolean;
    setupClient: (client: Client) => void;
    verifyBody: (body: string) => boolean;
  };
  type Result = { errors: number; non2xx: number; mismatches: number };
  type Run = EventEmitter & PromiseLike<Result>;

  const autocannon: (options: Options) => Run;
  export = autocannon;
}
