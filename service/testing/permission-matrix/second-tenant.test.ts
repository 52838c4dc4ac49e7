import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grantToken } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';
import { addSecondTenant } from './add-second-tenant.ts';
import { allCalls } from './all-calls.ts';
import { createCallersByRole } from './callers.ts';
import { trackChanges } from './database-state.ts';
import { isAllowed } from './find-expected-response.ts';
import { listRequests } from './ids.ts';
import { runInParallel } from './run-in-parallel.ts';
import { formatComparableReply, send } from './send.ts';
import { setUpRecords } from './set-up-records.ts';

/**
 * All calls except anonymous ones, which concern no organisation, redirects to a sign-in, which differ each time, and
 * calls that cannot run in parallel.
 */
const calls = allCalls.filter(
  ({ access, response, mustRunAlone }) => access !== 'anonymous' && response !== 302 && !mustRunAlone,
);
const CALLERS = ['Administrator', 'Planner', 'Inspector'];

test("an organisation can see and change only its own records, even if another organisation's records have the same IDs", async (t) => {
  const service = await startService(t);
  const { url, organisation, services, database } = service;
  const setup = { service, organisation, marker: 'here' };
  const { bridges } = await setUpRecords(setup);
  const callers = (await createCallersByRole(setup)).filter(({ name }) => CALLERS.includes(name));
  const attempts = calls.flatMap((call) =>
    callers
      .filter((caller) => isAllowed(call, caller))
      .flatMap(({ name, token }) =>
        listRequests(call).map((request) => ({ name, token, request: request(bridges) })),
      ),
  );
  const isReadAttempt = ({ request: { method } }: (typeof attempts)[number]) =>
    method === 'GET' || method === 'HEAD';
  const readAll = () =>
    runInParallel(attempts.filter(isReadAttempt), async ({ name, token, request }) => {
      const reply = formatComparableReply(await send(url, token, request));
      return `${request.path} by ${name}: ${reply}`;
    });
  const repliesBefore = await readAll();
  const secondTenant = await addSecondTenant(database.db, organisation.tenantId);
  // Fill caches with the second tenant's data, which must not leak to others either.
  const token = await grantToken(database.db, secondTenant, organisation.userIds.admin!);
  const secondTenantReplies = await runInParallel(attempts.filter(isReadAttempt), ({ request }) =>
    send(url, token, request),
  );
  assert.ok(secondTenantReplies.filter(({ text }) => text.includes('of the second tenant')).length > 20);

  const repliesAfter = await readAll();
  assert.deepEqual(
    repliesAfter.filter((reply, index) => reply !== repliesBefore[index]),
    [],
  );

  const state = await trackChanges(database.db);
  for (const { name, token, request } of attempts.filter((attempt) => !isReadAttempt(attempt))) {
    const reply = await send(url, token, request);
    const description = `${request.method} ${request.path} by ${name}`;
    assert.ok(!reply.text.includes('of the second tenant'), description);
    for (const { table, tenantId } of await state.restore())
      assert.equal(tenantId, organisation.tenantId, `${description} has changed ${table}`);
    services.actors.clear();
  }
});
