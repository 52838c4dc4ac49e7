import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grantToken } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';
import { addSecondTenant } from './add-second-tenant.ts';
import { callersByRole } from './callers.ts';
import { watchState } from './database-state.ts';
import { everyCall } from './every-call.ts';
import { isAllowed } from './expected-response.ts';
import { requestsOf } from './ids.ts';
import { inParallel } from './in-parallel.ts';
import { comparableReply, send } from './send.ts';
import { setUpRecords } from './set-up-records.ts';

/** Calls without sign-in concern no organisation, and sign-in redirects differ each time. */
const calls = everyCall.filter(
  ({ needs, response, runsAlone }) => needs !== 'anonymous' && response !== 302 && !runsAlone,
);
const CALLERS = ['Administrator', 'Planner', 'Inspector'];

test('an organisation sees and changes only its own records, even if another has the same ids', async (t) => {
  const service = await startService(t);
  const { url, organisation, services, database } = service;
  const here = { service, organisation, mark: 'here' };
  const { bridges } = await setUpRecords(here);
  const callers = (await callersByRole(here)).filter(({ name }) => CALLERS.includes(name));
  const trials = calls.flatMap((call) =>
    callers
      .filter((caller) => isAllowed(call, caller))
      .flatMap(({ name, token }) =>
        requestsOf(call).map((request) => ({ name, token, request: request(bridges) })),
      ),
  );
  const isReading = ({ request: { method } }: (typeof trials)[number]) =>
    method === 'GET' || method === 'HEAD';
  const readAll = () =>
    inParallel(trials.filter(isReading), async ({ name, token, request }) => {
      const reply = comparableReply(await send(url, token, request));
      return `${request.path} by ${name}: ${reply}`;
    });
  const alone = await readAll();
  const secondTenant = await addSecondTenant(database.db, organisation.tenantId);
  // Cached data of the second tenant must not be shown to others either.
  const token = await grantToken(database.db, secondTenant, organisation.userIds.admin!);
  const ofSecondTenant = await inParallel(trials.filter(isReading), ({ request }) =>
    send(url, token, request),
  );
  assert.ok(ofSecondTenant.filter(({ text }) => text.includes('of the second tenant')).length > 20);

  const together = await readAll();
  assert.deepEqual(
    together.filter((reply, index) => reply !== alone[index]),
    [],
  );

  const state = await watchState(database.db);
  for (const { name, token, request } of trials.filter((trial) => !isReading(trial))) {
    const reply = await send(url, token, request);
    const who = `${request.method} ${request.path} by ${name}`;
    assert.ok(!reply.text.includes('of the second tenant'), who);
    for (const { table, tenantId } of await state.restore())
      assert.equal(tenantId, organisation.tenantId, `${who} has changed ${table}`);
    services.actors.clear();
  }
});
