import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { startService } from '#service/testing/start-service.ts';
import type { Call } from './call.ts';
import { callersByRole } from './callers.ts';
import { watchState } from './database-state.ts';
import { everyCall } from './every-call.ts';
import { isAllowed } from './expected-response.ts';
import { placeholderNames, requestsOf } from './ids.ts';
import { inParallel } from './in-parallel.ts';
import { send } from './send.ts';
import { openBrowser, setUpRecords } from './set-up-records.ts';

const asks = ({ request }: Call) => ['GET', 'HEAD', 'OPTIONS'].includes(request(placeholderNames).method);

test('read requests change nothing, except for the tables named in the permission matrix', async (t) => {
  const service = await startService(t);
  const { url, organisation, database } = service;
  const here = { service, organisation, mark: 'here' };
  const { bridges } = await setUpRecords(here);
  const callers = (await callersByRole(here)).filter(
    ({ name }) => name === 'Administrator' || name === 'Inspector',
  );
  /** Counts audit events, except for rejected requests. */
  const countEvents = async () => {
    const statement = `select count(*) from audit_event where kind <> 'access.denied'`;
    return (await run<{ count: string }>(database.db, statement, []))[0]!.count;
  };

  const { cookie } = await openBrowser(here, 'admin');
  const state = await watchState(database.db);
  const events = await countEvents();
  const quiet = everyCall.filter((call) => asks(call) && !call.changes);
  const trials = quiet.flatMap((call) =>
    callers
      .filter((caller) => isAllowed(call, caller))
      .flatMap((caller) => requestsOf(call).map((request) => ({ caller, request: request(bridges) }))),
  );
  assert.ok(trials.length > 100, String(trials.length));
  for (const _ of ['once', 'twice']) {
    await inParallel(trials, ({ caller, request }) => send(url, caller.token, request));
  }
  assert.deepEqual(await state.changed(), []);
  assert.equal(await countEvents(), events);

  // A browser session records when it was last used; nothing else changes.
  await inParallel(quiet, ({ request }) => {
    const asked = request(bridges);
    return send(url, undefined, { ...asked, headers: { ...asked.headers, cookie } });
  });
  assert.deepEqual(
    (await state.restore()).map(({ table }) => table),
    ['session'],
  );

  for (const call of everyCall.filter((one) => asks(one) && one.changes)) {
    const request = call.request(bridges);
    for (const _ of ['once', 'twice']) await send(url, callers[0]!.token, request);
    const changed = (await state.restore()).map(({ table }) => table);
    assert.deepEqual([...new Set(changed)].sort(), [...call.changes!].sort(), call.operation);
  }
});
