import { Agent, request } from 'node:http';
import { limits } from '#contract/limits.ts';
import type { Cleanup } from './deployment.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { findErrors } from './server-process.ts';
import { startSystem } from './start-system.ts';

type TestRequest = { path: string; method: string; headers: Record<string, string>; body?: Buffer };

const LARGE_BODY = Buffer.alloc(limits.body, 'x');
const MEDIUM_BODY = Buffer.alloc(100_000, 'x');

type RejectedRequest = [name: string, status: number, testRequest: TestRequest];

/** A request rejected by the HTTP parser. `fetch` cannot send it. */
const MALFORMED_REQUEST: RejectedRequest = [
  'a length that is not an integer',
  400,
  { path: '/health/live', method: 'GET', headers: { 'content-length': '1.5' } },
];

/** Returns requests that the server rejects before receiving them completely, each with its expected status. */
const listRejectedRequests = (accessToken: string): RejectedRequest[] => {
  const authorization = `Bearer ${accessToken}`;
  const json = { 'content-type': 'application/json' };
  const post = (path: string, body: Buffer, headers = {}) => ({ path, method: 'POST', headers, body });
  return [
    [
      'headers that are too long',
      431,
      { path: '/health/live', method: 'GET', headers: { 'x-long': 'x'.repeat(limits.headers) } },
    ],
    ['a form of 4 MiB', 400, post('/token', LARGE_BODY)],
    [
      'a body of 12 MiB',
      413,
      post('/api/v1/tasks', Buffer.concat([LARGE_BODY, LARGE_BODY, LARGE_BODY]), { ...json, authorization }),
    ],
    ['4 MiB without a token', 401, post('/api/v1/tasks', LARGE_BODY, json)],
    ['100 kB without a token', 401, post('/api/v1/tasks', MEDIUM_BODY, json)],
    ['a small body without a token', 401, post('/api/v1/tasks', Buffer.from('{}'), json)],
    ['4 MiB to an unknown path', 404, post('/nothing', LARGE_BODY)],
    ['a deletion with a body of 4 MiB', 404, { ...post('/nothing', LARGE_BODY), method: 'DELETE' }],
    ['a wrong method with 4 MiB', 405, post('/health/live', LARGE_BODY)],
    [
      'a wrong method with a chunked body',
      405,
      post('/health/live', LARGE_BODY, { 'transfer-encoding': 'chunked' }),
    ],
  ];
};

/**
 * Clients that reuse connections send requests that the server rejects before receiving them completely. After each
 * one, they send a normal request. Every rejection arrives, and no normal request fails (R23).
 */
export const rejectEarly = async (
  cleanup: Cleanup,
  { rounds, clients }: { rounds: number; clients: number },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const { server, tenant } = await startSystem(cleanup);
  const violations: string[] = [];
  let [rejectedCount, servedCount] = [0, 0];

  const rejectedRequests = listRejectedRequests(tenant.tokens.erp);

  const sendAll = async (
    requests: readonly RejectedRequest[],
    send: (testRequest: TestRequest) => Promise<number>,
  ) => {
    for (const [name, status, testRequest] of requests) {
      const receivedStatus = await send(testRequest).catch(describeError);
      if (receivedStatus === status) rejectedCount++;
      else violations.push(`${name}: ${receivedStatus} instead of ${status}`);
      const nextStatus = await send({ path: '/health/live', method: 'GET', headers: {} }).catch(
        describeError,
      );
      if (nextStatus === 200) servedCount++;
      else violations.push(`the request after ${name}: ${nextStatus} instead of 200`);
    }
  };
  for (let round = 1; round <= rounds; round++) {
    await Promise.all(
      Array.from({ length: clients }, async () => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        await sendAll([MALFORMED_REQUEST, ...rejectedRequests], (testRequest) =>
          sendWithAgent(agent, server.url, testRequest),
        );
        agent.destroy();
        await sendAll(rejectedRequests, (testRequest) => sendWithFetch(server.url, testRequest));
      }),
    );
    onProgress(`round ${round} of ${rounds}`);
  }
  return {
    violations: [...violations, ...findErrors(server)],
    figures: { 'rejections received': rejectedCount, 'next requests served': servedCount },
  };
};

const describeError = (error: Error) => String(error.cause ?? error);

const sendWithAgent = (
  agent: Agent,
  url: string,
  { path, method, headers, body }: TestRequest,
): Promise<number> =>
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

const sendWithFetch = async (url: string, { path, method, headers, body }: TestRequest): Promise<number> => {
  const { 'transfer-encoding': _, ...sentHeaders } = headers;
  const response = await fetch(url + path, {
    method,
    headers: sentHeaders,
    ...(body && { body: new Uint8Array(body) }),
  });
  await response.arrayBuffer();
  return response.status;
};
