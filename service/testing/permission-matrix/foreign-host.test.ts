import assert from 'node:assert/strict';
import { request as send } from 'node:http';
import { type TestContext, test } from 'node:test';
import { startService } from '#service/testing/start-service.ts';
import type { Call, Request } from './call.ts';
import { callersByRole } from './callers.ts';
import { watchState } from './database-state.ts';
import { callsWithoutSignOut } from './every-call.ts';
import { isAllowed } from './expected-response.ts';
import { setUpRecords } from './set-up-records.ts';

const FOREIGN = 'evil.example:8443';

/** Sends a request with a foreign Host header and returns the whole response. */
const askAs = (url: string, token: string | undefined, { method, path, body, headers }: Request) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const isRaw = typeof body === 'string';
    const written = body === undefined ? undefined : Buffer.from(isRaw ? body : JSON.stringify(body));
    const asked = send(url + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(written && { 'content-length': written.length }),
        ...(written && !isRaw && { 'content-type': 'application/json' }),
        ...headers,
        host: FOREIGN,
      },
    });
    asked.on('error', reject).on('response', async (response) => {
      const text = (await response.setEncoding('latin1').toArray()).join('');
      resolve({ status: response.statusCode!, text: `${response.rawHeaders.join('\n')}\n${text}` });
    });
    asked.end(written);
  });

/** Returns the operations whose responses contain the foreign host, and the status of all others. */
const tryRoutes = async (t: TestContext, calls: readonly Call[], settings: { publicUrl?: string } = {}) => {
  const service = await startService(t, settings);
  const here = { service, organisation: service.organisation, mark: 'here' };
  const { bridges } = await setUpRecords(here);
  const callers = await callersByRole(here);
  const [admin, inspector] = ['Administrator', 'Inspector'].map(
    (role) => callers.find(({ name }) => name === role)!,
  );
  const state = await watchState(service.database.db);
  const naming: string[] = [];
  const statuses = new Map<string, number>();
  for (const call of calls) {
    const { operation, request } = call;
    const caller = !call.isOwn && isAllowed(call, admin!) ? admin! : inspector!;
    const { status, text } = await askAs(service.url, caller.token, request(bridges));
    statuses.set(operation, status);
    if (text.includes('evil.example')) naming.push(operation);
    if (!/^(GET|HEAD|OPTIONS)$/.test(request(bridges).method)) await state.restore();
    service.services.actors.clear();
  }
  return { naming, statuses };
};

/** The operations that return addresses. */
const WITH_ADDRESSES = [
  'shareReport',
  'createPasswordLink',
  'createUpload',
  'listLoginProviders',
  'followChanges',
];

test('responses never contain a host from the request, except the next page for the same client (S46)', async (t) => {
  const { naming, statuses } = await tryRoutes(t, callsWithoutSignOut);
  assert.deepEqual(naming, ['followChanges']);
  assert.deepEqual(
    WITH_ADDRESSES.map((operation) => statuses.get(operation)),
    [409, 409, 201, 200, 200],
  );
});

test('with PUBLIC_URL every address starts with it, regardless of the Host header (S46)', async (t) => {
  const calls = callsWithoutSignOut.filter(({ operation }) => WITH_ADDRESSES.includes(operation));
  const { naming, statuses } = await tryRoutes(t, calls, { publicUrl: 'https://ronda.example.org' });
  assert.deepEqual(naming, []);
  assert.deepEqual(
    WITH_ADDRESSES.map((operation) => statuses.get(operation)),
    [201, 201, 201, 200, 200],
  );
});
