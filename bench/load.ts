import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { receiveStartData, reportReady } from './child-process.ts';

/*
 * The load generator. Runs in a separate process so that it takes the same share of CPU time with both servers. On two
 * cores, this share is large and pulls every ratio towards 1.
 */

/**
 * In each request, `[<id>]` in a body is replaced with a new ID, and `[<changeToken>]` at the end of a path with the
 * change token of the latest response, or that of the end of the feed.
 */
type Request = { path: string; body?: string; method?: 'GET' | 'POST' | 'PUT'; token?: string };

/** The method and the access token are those of all requests that have none. */
export type Load = {
  method: 'GET' | 'POST';
  token: string;
  requests: Request[];
  /** The text that every correct response ends with, or one of several. */
  responseSuffix: string | string[];
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
  /** The status and the start of the first incorrect response. */
  wrongResponse?: string;
  /** The number of requests rejected with 429 or 503. They do not count as responses. */
  overloaded?: number;
};

/** Each connection cycles through its own set of this many requests. */
const REQUESTS_PER_CONNECTION = 200;

const generateLoad = async (request: LoadRequest): Promise<LoadReport> => {
  const { url, connections, seconds, requests } = request;
  const responseSuffixes = [request.responseSuffix].flat();
  const preparedRequests = requests.map((item) => prepareRequest(item, request));
  let nextRequest = 0;
  const durations: number[] = [];
  let wrong = 0;
  let wrongResponse: string | undefined;
  let overloaded = 0;
  let lastStatus = 0;
  const startedAt = performance.now();
  const run = autocannon({
    url,
    connections,
    duration: seconds,
    sampleInt: 50,
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
      else if (lastStatus !== 200 || !responseSuffixes.some((suffix) => body.endsWith(suffix))) {
        wrong++;
        wrongResponse ??= `${lastStatus} ${body.slice(0, 300)}`;
      }
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
  // If no response arrived, each would have taken at least as long.
  const getPercentile = (fraction: number) => sorted[Math.floor(sorted.length * fraction)] ?? seconds * 1_000;
  return {
    responses: sorted.length,
    perSecond: sorted.length / elapsedSeconds,
    p50: getPercentile(0.5),
    p99: getPercentile(0.99),
    errors: errors + wrong,
    ...(wrongResponse !== undefined && { wrongResponse }),
    overloaded,
  };
};

/** The highest possible token. */
const END_OF_FEED = '__________8';

/** The change token of the latest response of each server. */
const latestTokens = new Map<string, string>();

const prepareRequest = ({ path, body, ...request }: Request, load: LoadRequest) => {
  const { method, token } = { ...load, ...request };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    method,
    path,
    headers,
    ...(body !== undefined && { body }),
    ...(body?.includes('[<id>]') && {
      setupRequest: (prepared: object) => ({ ...prepared, body: body.replaceAll('[<id>]', randomUUID()) }),
    }),
    ...(path.includes('[<changeToken>]') && {
      setupRequest: (prepared: object) => ({
        ...prepared,
        path: path.replace('[<changeToken>]', latestTokens.get(load.url) ?? END_OF_FEED),
      }),
      onResponse: (_status: number, text: string) => {
        const changeToken = /"nextChangeToken":"([^"]+)"/.exec(text)?.[1];
        if (changeToken !== undefined) latestTokens.set(load.url, changeToken);
      },
    }),
  };
};

const isOverloaded = (status: number) => status === 429 || status === 503;

await receiveStartData();
process.on('message', async (request: LoadRequest) => {
  process.send!(await generateLoad(request));
});
reportReady({}, async () => {});
