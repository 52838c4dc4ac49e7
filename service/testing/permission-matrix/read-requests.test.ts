import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { startService } from '#service/testing/start-service.ts';
import { allCalls } from './all-calls.ts';
import type { Call } from './call.ts';
import { callersByRole } from './callers.ts';
import { trackChanges } from './database-state.ts';
import { isAllowed } from './expected-response.ts';
import { placeholderRecords, requestsOf } from './ids.ts';
import { inParallel } from './in-parallel.ts';
import { send } from './send.ts';
import { openBrowser, setUpRecords } from './set-up-records.ts';

const isRead = ({ request }: Call) => ['GET', 'HEAD', 'OPTIONS'].includes(request(placeholderRecords).method);

test('read requests change only the tables named in the permission matrix', async (t) => {
  const service = await startService(t);
  const { url, organisation, database } = service;
  const setup = { service, organisation, mark: 'here' };
  const { bridges } = await setUpRecords(setup);
  const callers = (await callersByRole(setup)).filter(
    ({ name }) => name === 'Administrator' || name === 'Inspector',
  );
  /** Counts audit events, except for rejected requests. */
  const countEvents = async () => {
    const statement = `select count(*) from audit_event where kind <> 'access.denied'`;
    return (await run<{ count: string }>(database.db, statement, []))[0]!.count;
  };

  const { cookie } = await openBrowser(setup, 'admin');
  const state = await trackChanges(database.db);
  const events = await countEvents();
  const callsWithoutChanges = allCalls.filter((call) => isRead(call) && !call.changes);
  const attempts = callsWithoutChanges.flatMap((call) =>
    callers
      .filter((caller) => isAllowed(call, caller))
      .flatMap((caller) => requestsOf(call).map((request) => ({ caller, request: request(bridges) }))),
  );
  assert.ok(attempts.length > 100, String(attempts.length));
  for (const _ of ['once', 'twice']) {
    await inParallel(attempts, ({ caller, request }) => send(url, caller.token, request));
  }
  assert.deepEqual(await state.changed(), []);
  assert.equal(await countEvents(), events);

  // With a browser session, only the time of its last use changes.
  await inParallel(callsWithoutChanges, ({ request }) => {
    const original = request(bridges);
    return send(url, undefined, { ...original, headers: { ...original.headers, cookie } });
  });
  assert.deepEqual(
    (await state.restore()).map(({ table }) => table),
    ['session'],
  );

  for (const call of allCalls.filter((call) => isRead(call) && call.changes)) {
    const request = call.request(bridges);
    for (const _ of ['once', 'twice']) await send(url, callers[0]!.token, request);
    const changed = (await state.restore()).map(({ table }) => table);
    assert.deepEqual([...new Set(changed)].sort(), [...call.changes!].sort(), call.operation);
  }
});
