import { Agent, request } from 'node:http';
import { limits } from '#contract/limits.ts';
import type { Cleanup } from './deployment.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { findErrors } from './server-process.ts';
import { startSystem } from './start-system.ts';

type Call = { path: string; method: string; headers: Record<string, string>; body?: Buffer };

const LARGE = Buffer.alloc(limits.body, 'x');
const MEDIUM = Buffer.alloc(100_000, 'x');

type Rejection = [name: string, status: number, call: Call];

/** A request rejected by the HTTP parser. `fetch` cannot send it. */
const MALFORMED: Rejection = [
  'a length that is not an integer',
  400,
  { path: '/health/live', method: 'GET', headers: { 'content-length': '1.5' } },
];

/** Requests that the server rejects before receiving them completely, and the expected status. */
const listEarlyRejections = (accessToken: string): Rejection[] => {
  const authorization = `Bearer ${accessToken}`;
  const json = { 'content-type': 'application/json' };
  const post = (path: string, body: Buffer, headers = {}) => ({ path, method: 'POST', headers, body });
  return [
    [
      'headers that are too long',
      431,
      { path: '/health/live', method: 'GET', headers: { 'x-long': 'x'.repeat(limits.headers) } },
    ],
    ['a form of 4 MiB', 400, post('/token', LARGE)],
    [
      'a body of 12 MiB',
      413,
      post('/api/v1/tasks', Buffer.concat([LARGE, LARGE, LARGE]), { ...json, authorization }),
    ],
    ['4 MiB without a token', 401, post('/api/v1/tasks', LARGE, json)],
    ['100 kB without a token', 401, post('/api/v1/tasks', MEDIUM, json)],
    ['a small body without a token', 401, post('/api/v1/tasks', Buffer.from('{}'), json)],
    ['4 MiB to an unknown path', 404, post('/nothing', LARGE)],
    ['a deletion with a body of 4 MiB', 404, { ...post('/nothing', LARGE), method: 'DELETE' }],
    ['a wrong method with 4 MiB', 405, post('/health/live', LARGE)],
    [
      'a wrong method with a chunked body',
      405,
      post('/health/live', LARGE, { 'transfer-encoding': 'chunked' }),
    ],
  ];
};

/**
 * Clients that reuse connections send requests that are rejected early, each followed by a normal request. Every
 * rejection arrives, and no normal request fails (R23).
 */
export const rejectEarly = async (
  cleanup: Cleanup,
  { rounds, clients }: { rounds: number; clients: number },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const { server, tenant } = await startSystem(cleanup);
  const violations: string[] = [];
  let [rejected, served] = [0, 0];

  const rejections = listEarlyRejections(tenant.tokens.erp);

  const tryAll = async (calls: readonly Rejection[], send: (call: Call) => Promise<number>) => {
    for (const [name, status, call] of calls) {
      const received = await send(call).catch(describeError);
      if (received === status) rejected++;
      else violations.push(`${name}: ${received} instead of ${status}`);
      const next = await send({ path: '/health/live', method: 'GET', headers: {} }).catch(describeError);
      if (next === 200) served++;
      else violations.push(`the request after ${name}: ${next} instead of 200`);
    }
  };
  for (let round = 1; round <= rounds; round++) {
    await Promise.all(
      Array.from({ length: clients }, async () => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        await tryAll([MALFORMED, ...rejections], (call) => sendWithAgent(agent, server.url, call));
        agent.destroy();
        await tryAll(rejections, (call) => sendWithFetch(server.url, call));
      }),
    );
    onProgress(`round ${round} of ${rounds}`);
  }
  return {
    violations: [...violations, ...findErrors(server)],
    figures: { 'rejections received': rejected, 'next requests served': served },
  };
};

const describeError = (error: Error) => String(error.cause ?? error);

const sendWithAgent = (agent: Agent, url: string, { path, method, headers, body }: Call): Promise<number> =>
  new Promise((resolve, reject) => {
    const isChunked = headers['transfer-encoding'] !== undefined;
    const length = body && !isChunked && { 'content-length': body.length };
    const clientRequest = request(url + path, { agent, method, headers: { ...headers, ...length } });
    clientRequest.on('error', reject).on('response', (response) => {
      response
        .resume()
        .on('error', reject)
        .on('end', () => resolve(response.statusCode!));
    });
    clientRequest.end(body);
  });

const sendWithFetch = async (url: string, { path, method, headers, body }: Call): Promise<number> => {
  const { 'transfer-encoding': _, ...sentHeaders } = headers;
  const response = await fetch(url + path, {
    method,
    headers: sentHeaders,
    ...(body && { body: new Uint8Array(body) }),
  });
  await response.arrayBuffer();
  return response.status;
};
