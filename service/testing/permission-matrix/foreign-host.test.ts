import assert from 'node:assert/strict';
import { request as send } from 'node:http';
import { type TestContext, test } from 'node:test';
import { startService } from '#service/testing/start-service.ts';
import { callsWithoutSignOut } from './all-calls.ts';
import type { Call, Request } from './call.ts';
import { createCallersByRole } from './callers.ts';
import { trackChanges } from './database-state.ts';
import { isAllowed } from './find-expected-response.ts';
import { setUpRecords } from './set-up-records.ts';

const FOREIGN_HOST = 'evil.example:8443';

/** Sends a request with a foreign Host header and returns the entire response. */
const sendWithForeignHost = (
  url: string,
  token: string | undefined,
  { method, path, body, headers }: Request,
) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const isRaw = typeof body === 'string';
    const content = body === undefined ? undefined : Buffer.from(isRaw ? body : JSON.stringify(body));
    const clientRequest = send(url + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(content && { 'content-length': content.length }),
        ...(content && !isRaw && { 'content-type': 'application/json' }),
        ...headers,
        host: FOREIGN_HOST,
      },
    });
    clientRequest.on('error', reject).on('response', async (response) => {
      const text = (await response.setEncoding('latin1').toArray()).join('');
      resolve({ status: response.statusCode!, text: `${response.rawHeaders.join('\n')}\n${text}` });
    });
    clientRequest.end(content);
  });

/** Returns the operations whose responses contain the foreign host, and the statuses of all responses. */
const tryRoutes = async (t: TestContext, calls: readonly Call[], settings: { publicUrl?: string } = {}) => {
  const service = await startService(t, settings);
  const setup = { service, organisation: service.organisation, marker: 'here' };
  const { bridges } = await setUpRecords(setup);
  const callers = await createCallersByRole(setup);
  const [admin, inspector] = ['Administrator', 'Inspector'].map(
    (role) => callers.find(({ name }) => name === role)!,
  );
  const state = await trackChanges(service.database.db);
  const leakingOperations: string[] = [];
  const statuses = new Map<string, number>();
  for (const call of calls) {
    const { operation, request } = call;
    const caller = !call.isOwnerOnly && isAllowed(call, admin!) ? admin! : inspector!;
    const { status, text } = await sendWithForeignHost(service.url, caller.token, request(bridges));
    statuses.set(operation, status);
    if (text.includes('evil.example')) leakingOperations.push(operation);
    if (!/^(GET|HEAD|OPTIONS)$/.test(request(bridges).method)) await state.restore();
    service.services.actors.clear();
  }
  return { leakingOperations, statuses };
};

/** The operations that return absolute URLs. */
const OPERATIONS_WITH_URLS = [
  'shareReport',
  'createPasswordLink',
  'createUpload',
  'listLoginProviders',
  'followChanges',
];

test("responses never contain the host from the Host header, except in the feed's link to the next page (S46)", async (t) => {
  const { leakingOperations, statuses } = await tryRoutes(t, callsWithoutSignOut);
  assert.deepEqual(leakingOperations, ['followChanges']);
  assert.deepEqual(
    OPERATIONS_WITH_URLS.map((operation) => statuses.get(operation)),
    [409, 409, 201, 200, 200],
  );
});

test('all URLs start with PUBLIC_URL, regardless of the Host header (S46)', async (t) => {
  const calls = callsWithoutSignOut.filter(({ operation }) => OPERATIONS_WITH_URLS.includes(operation));
  const { leakingOperations, statuses } = await tryRoutes(t, calls, {
    publicUrl: 'https://ronda.example.org',
  });
  assert.deepEqual(leakingOperations, []);
  assert.deepEqual(
    OPERATIONS_WITH_URLS.map((operation) => statuses.get(operation)),
    [201, 201, 201, 200, 200],
  );
});
