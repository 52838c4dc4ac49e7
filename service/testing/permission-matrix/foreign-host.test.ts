import assert from 'node:assert/strict';
import { request as send } from 'node:http';
import { type TestContext, test } from 'node:test';
import { startService } from '#service/testing/start-service.ts';
import type { Call, Request } from './call.ts';
import { callersByRole } from './callers.ts';
import { keepState } from './database-state.ts';
import { callsThatLetOneStay } from './every-call.ts';
import { mayEnter } from './expected-answer.ts';
import { furnish } from './furnish.ts';

const FOREIGN = 'evil.example:8443';

/** Everything that comes back for a request to a host that the server does not have. */
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

/** The operations whose responses name the foreign host, and what the others were answered. */
const tryRoutes = async (t: TestContext, calls: readonly Call[], settings: { publicUrl?: string } = {}) => {
  const service = await startService(t, settings);
  const here = { service, organisation: service.organisation, mark: 'here' };
  const { bridges } = await furnish(here);
  const callers = await callersByRole(here);
  const [admin, inspector] = ['Administrator', 'Inspector'].map(
    (role) => callers.find(({ name }) => name === role)!,
  );
  const state = await keepState(service.database.db);
  const naming: string[] = [];
  const statuses = new Map<string, number>();
  for (const call of calls) {
    const { operation, request } = call;
    const caller = !call.isOwn && mayEnter(call, admin!) ? admin! : inspector!;
    const { status, text } = await askAs(service.url, caller.token, request(bridges));
    statuses.set(operation, status);
    if (text.includes('evil.example')) naming.push(operation);
    if (!/^(GET|HEAD|OPTIONS)$/.test(request(bridges).method)) await state.putBack();
    service.services.actors.forget();
  }
  return { naming, statuses };
};

/** The operations that answer with an address. */
const TELLING = ['shareReport', 'makePasswordLink', 'announceUpload', 'listLoginProviders', 'followChanges'];

test('no route returns an address of a host that a request made up, but the next page to its own caller (S46)', async (t) => {
  const { naming, statuses } = await tryRoutes(t, callsThatLetOneStay);
  assert.deepEqual(naming, ['followChanges']);
  assert.deepEqual(
    TELLING.map((operation) => statuses.get(operation)),
    [409, 409, 201, 200, 200],
  );
});

test('with PUBLIC_URL every address leads there, whatever host the request names (S46)', async (t) => {
  const calls = callsThatLetOneStay.filter(({ operation }) => TELLING.includes(operation));
  const { naming, statuses } = await tryRoutes(t, calls, { publicUrl: 'https://ronda.example.org' });
  assert.deepEqual(naming, []);
  assert.deepEqual(
    TELLING.map((operation) => statuses.get(operation)),
    [201, 201, 201, 200, 200],
  );
});
