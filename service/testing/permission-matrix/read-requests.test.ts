import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { startService } from '#service/testing/start-service.ts';
import { allCalls } from './all-calls.ts';
import type { Call } from './call.ts';
import { createCallersByRole } from './callers.ts';
import { trackChanges } from './database-state.ts';
import { isAllowed } from './find-expected-response.ts';
import { listRequests, placeholderRecords } from './ids.ts';
import { runInParallel } from './run-in-parallel.ts';
import { send } from './send.ts';
import { openBrowser, setUpRecords } from './set-up-records.ts';

const isReadCall = ({ request }: Call) =>
  ['GET', 'HEAD', 'OPTIONS'].includes(request(placeholderRecords).method);

test('read requests change only the tables named in the permission matrix', async (t) => {
  const service = await startService(t);
  const { url, organisation, database } = service;
  const setup = { service, organisation, marker: 'here' };
  const { bridges } = await setUpRecords(setup);
  const callers = (await createCallersByRole(setup)).filter(
    ({ name }) => name === 'Administrator' || name === 'Inspector',
  );
  /** Counts audit events, except those for rejected requests. */
  const countEvents = async () => {
    const statement = `select count(*) from audit_event where kind <> 'access.denied'`;
    return (await run<{ count: string }>(database.db, statement, []))[0]!.count;
  };

  const { cookie } = await openBrowser(setup, 'admin');
  const state = await trackChanges(database.db);
  const eventCount = await countEvents();
  const callsWithoutChanges = allCalls.filter((call) => isReadCall(call) && !call.changedTables);
  const attempts = callsWithoutChanges.flatMap((call) =>
    callers
      .filter((caller) => isAllowed(call, caller))
      .flatMap((caller) => listRequests(call).map((request) => ({ caller, request: request(bridges) }))),
  );
  assert.ok(attempts.length > 100, String(attempts.length));
  for (const _ of ['once', 'twice']) {
    await runInParallel(attempts, ({ caller, request }) => send(url, caller.token, request));
  }
  assert.deepEqual(await state.listChanges(), []);
  assert.equal(await countEvents(), eventCount);

  // With a browser session, only the time of its last use changes.
  await runInParallel(callsWithoutChanges, ({ request }) => {
    const originalRequest = request(bridges);
    return send(url, undefined, { ...originalRequest, headers: { ...originalRequest.headers, cookie } });
  });
  assert.deepEqual(
    (await state.restore()).map(({ table }) => table),
    ['session'],
  );

  for (const call of allCalls.filter((call) => isReadCall(call) && call.changedTables)) {
    const request = call.request(bridges);
    for (const _ of ['once', 'twice']) await send(url, callers[0]!.token, request);
    const changedTables = (await state.restore()).map(({ table }) => table);
    assert.deepEqual([...new Set(changedTables)].sort(), [...call.changedTables!].sort(), call.operation);
  }
});
