import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { startService } from '#service/testing/start-service.ts';
import type { Call } from './call.ts';
import { callersByRole } from './callers.ts';
import { keepState } from './database-state.ts';
import { everyCall } from './every-call.ts';
import { mayEnter } from './expected-answer.ts';
import { furnish, openBrowser } from './furnish.ts';
import { namedThings, requestsOf } from './ids.ts';
import { send } from './send.ts';
import { someAtOnce } from './some-at-once.ts';

const asks = ({ request }: Call) => ['GET', 'HEAD', 'OPTIONS'].includes(request(namedThings).method);

test('to ask changes nothing, but for what the permission matrix names', async (t) => {
  const service = await startService(t);
  const { url, organisation, database } = service;
  const here = { service, organisation, mark: 'here' };
  const { bridges } = await furnish(here);
  const callers = (await callersByRole(here)).filter(
    ({ name }) => name === 'Administrator' || name === 'Inspector',
  );
  /** Acts, apart from calls that were refused. */
  const countEvents = async () => {
    const statement = `select count(*) from audit_event where kind <> 'access.denied'`;
    return (await run<{ count: string }>(database.db, statement, []))[0]!.count;
  };

  const { cookie } = await openBrowser(here, 'admin');
  const state = await keepState(database.db);
  const events = await countEvents();
  const quiet = everyCall.filter((call) => asks(call) && !call.changes);
  const trials = quiet.flatMap((call) =>
    callers
      .filter((caller) => mayEnter(call, caller))
      .flatMap((caller) => requestsOf(call).map((request) => ({ caller, request: request(bridges) }))),
  );
  assert.ok(trials.length > 100, String(trials.length));
  for (const _ of ['once', 'twice']) {
    await someAtOnce(trials, ({ caller, request }) => send(url, caller.token, request));
  }
  assert.deepEqual(await state.changed(), []);
  assert.equal(await countEvents(), events);

  // Who uses a browser is seen to be there; nothing else is different.
  await someAtOnce(quiet, ({ request }) => {
    const asked = request(bridges);
    return send(url, undefined, { ...asked, headers: { ...asked.headers, cookie } });
  });
  assert.deepEqual(
    (await state.putBack()).map(({ table }) => table),
    ['session'],
  );

  for (const call of everyCall.filter((one) => asks(one) && one.changes)) {
    const request = call.request(bridges);
    for (const _ of ['once', 'twice']) await send(url, callers[0]!.token, request);
    const changed = (await state.putBack()).map(({ table }) => table);
    assert.deepEqual([...new Set(changed)].sort(), [...call.changes!].sort(), call.operation);
  }
});
