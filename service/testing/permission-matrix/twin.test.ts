import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grantToken } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';
import { addTwin } from './add-twin.ts';
import { callersByRole } from './callers.ts';
import { keepState } from './database-state.ts';
import { everyCall } from './every-call.ts';
import { mayEnter } from './expected-answer.ts';
import { furnish } from './furnish.ts';
import { requestsOf } from './ids.ts';
import { saidBy, send } from './send.ts';
import { someAtOnce } from './some-at-once.ts';

/** What anybody may ask tells of no organisation, and where a sign-in leads is another place each time. */
const calls = everyCall.filter(
  ({ needs, answer, isAlone }) => needs !== 'anonymous' && answer !== 302 && !isAlone,
);
const CALLERS = ['Administrator', 'Planner', 'Inspector'];

test('an organisation sees and changes its own, though another has the very same ids', async (t) => {
  const service = await startService(t);
  const { url, organisation, services, database } = service;
  const here = { service, organisation, mark: 'here' };
  const { bridges } = await furnish(here);
  const callers = (await callersByRole(here)).filter(({ name }) => CALLERS.includes(name));
  const trials = calls.flatMap((call) =>
    callers
      .filter((caller) => mayEnter(call, caller))
      .flatMap(({ name, token }) =>
        requestsOf(call).map((request) => ({ name, token, request: request(bridges) })),
      ),
  );
  const isReading = ({ request: { method } }: (typeof trials)[number]) =>
    method === 'GET' || method === 'HEAD';
  const readAll = () =>
    someAtOnce(trials.filter(isReading), async ({ name, token, request }) => {
      const said = saidBy(await send(url, token, request));
      return `${request.path} by ${name}: ${said}`;
    });
  const alone = await readAll();
  const twin = await addTwin(database.db, organisation.tenantId);
  // What the service remembers of the twin must not be told to others either.
  const token = await grantToken(database.db, twin, organisation.userIds.admin!);
  const ofTwin = await someAtOnce(trials.filter(isReading), ({ request }) => send(url, token, request));
  assert.ok(ofTwin.filter(({ text }) => text.includes('of the twin')).length > 20);

  const together = await readAll();
  assert.deepEqual(
    together.filter((said, at) => said !== alone[at]),
    [],
  );

  const state = await keepState(database.db);
  for (const { name, token, request } of trials.filter((trial) => !isReading(trial))) {
    const reply = await send(url, token, request);
    const who = `${request.method} ${request.path} by ${name}`;
    assert.ok(!reply.text.includes('of the twin'), who);
    for (const { table, tenantId } of await state.putBack())
      assert.equal(tenantId, organisation.tenantId, `${who} has changed ${table}`);
    services.actors.forget();
  }
});
