import autocannon from 'autocannon';
import { receiveStartData, reportReady } from './child-process.ts';

/*
 * The load generator. Runs in a separate process so that it takes the same share of CPU time with both servers. On two
 * cores, this share is large and pulls every ratio towards 1.
 */

/** `[<id>]` in a body is replaced with a new ID in each request. */
type Request = { path: string; body?: string };

/** Requests of one kind. */
export type Load = {
  method: 'GET' | 'POST';
  token: string;
  requests: Request[];
  /** The text that every correct response ends with. */
  responseSuffix: string;
};

export type LoadRequest = Load & { url: string; connections: number; seconds: number };

export type LoadReport = {
  responses: number;
  perSecond: number;
  /** Percentiles of the time from request to response, in milliseconds. */
  p50: number;
  p99: number;
  /** The number of failed or incorrect responses. */
  errors: number;
  /** The number of requests rejected with 429 or 503. They do not count as responses. */
  overloaded?: number;
};

/** Each connection cycles through its own set of this many requests. */
const REQUESTS_PER_CONNECTION = 200;

const generateLoad = async (request: LoadRequest): Promise<LoadReport> => {
  const { url, connections, seconds, method, token, requests, responseSuffix } = request;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const preparedRequests = requests.map((request) => ({ ...request, method, headers }));
  let nextRequest = 0;
  const durations: number[] = [];
  let wrong = 0;
  let overloaded = 0;
  let lastStatus = 0;
  const startedAt = performance.now();
  const run = autocannon({
    url,
    connections,
    duration: seconds,
    sampleInt: 50,
    idReplacement: requests.some(({ body }) => body?.includes('[<id>]')),
    setupClient: (client) => {
      const count = Math.min(REQUESTS_PER_CONNECTION, preparedRequests.length);
      client.setRequests(
        Array.from({ length: count }, (_, index) => ({
          ...preparedRequests[(nextRequest + index) % preparedRequests.length]!,
        })),
      );
      nextRequest += count;
    },
    // Called for every response, right after the event below.
    verifyBody: (body) => {
      if (isOverloaded(lastStatus)) overloaded++;
      else if (lastStatus !== 200 || !body.endsWith(responseSuffix)) wrong++;
      return true;
    },
  });
  run.on('response', (_client: unknown, status: number, _bytes: number, milliseconds: number) => {
    lastStatus = status;
    if (!isOverloaded(status)) durations.push(milliseconds);
  });
  const { errors } = await run;
  const elapsedSeconds = (performance.now() - startedAt) / 1_000;

  const sorted = Float64Array.from(durations).sort();
  const getPercentile = (fraction: number) => sorted[Math.floor(sorted.length * fraction)] ?? Number.NaN;
  return {
    responses: sorted.length,
    perSecond: sorted.length / elapsedSeconds,
    p50: getPercentile(0.5),
    p99: getPercentile(0.99),
    errors: errors + wrong,
    overloaded,
  };
};

const isOverloaded = (status: number) => status === 429 || status === 503;

await receiveStartData();
process.on('message', async (request: LoadRequest) => {
  process.send!(await generateLoad(request));
});
reportReady({}, async () => {});
