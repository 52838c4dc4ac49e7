import autocannon from 'autocannon';
import { givenByParent, sayReady } from './child-process.ts';

/*
 * The load generator, in a process of its own: it takes the same share of the machine from whichever server it asks.
 * On two cores that share is large, and it draws every ratio towards 1.
 */

/** Requests of one kind. `[<id>]` in a body becomes an id of its own in each request. */
export type Load = {
  method: 'GET' | 'POST';
  token: string;
  requests: { path: string; body?: string }[];
  /** How every right answer ends, as text. */
  answerEnd: string;
};

export type LoadOrder = Load & { address: string; connections: number; seconds: number };

export type LoadReport = {
  perSecond: number;
  /** Milliseconds from request to answer. */
  p50: number;
  p99: number;
  /** Answers that failed or were not as they should be. */
  errors: number;
};

/** A connection repeats this many of the requests, each connection others. */
const REQUESTS_A_CONNECTION = 200;

const generate = async (order: LoadOrder): Promise<LoadReport> => {
  const { address, connections, seconds, method, token, requests, answerEnd } = order;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const built = requests.map((request) => ({ ...request, method, headers }));
  let next = 0;
  const durations: number[] = [];
  const startedAt = performance.now();
  const run = autocannon({
    url: address,
    connections,
    duration: seconds,
    sampleInt: 50,
    idReplacement: requests.some(({ body }) => body?.includes('[<id>]')),
    setupClient: (client) => {
      const count = Math.min(REQUESTS_A_CONNECTION, built.length);
      client.setRequests(
        Array.from({ length: count }, (_, index) => ({ ...built[(next + index) % built.length]! })),
      );
      next += count;
    },
    verifyBody: (body) => body.endsWith(answerEnd),
  });
  run.on('response', (_client: unknown, _status: number, _bytes: number, milliseconds: number) => {
    durations.push(milliseconds);
  });
  const { errors, non2xx, mismatches } = await run;
  const elapsed = (performance.now() - startedAt) / 1_000;

  const sorted = Float64Array.from(durations).sort();
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return {
    perSecond: sorted.length / elapsed,
    p50: at(0.5),
    p99: at(0.99),
    errors: errors + non2xx + mismatches,
  };
};

await givenByParent();
process.on('message', async (order: LoadOrder) => {
  process.send!(await generate(order));
});
sayReady({}, async () => {});
