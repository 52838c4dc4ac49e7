import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { createOrganisation } from '#service/testing/organisation.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { callersByPermission, callersByRole } from './callers.ts';
import { keepState } from './database-state.ts';
import { furnish, furnishCanals } from './furnish.ts';
import { swapIds } from './swap-ids.ts';

/** Two organisations with the same people, teams and names, of which the second has a team with names of its own. */
const furnishTwo = async (service: TestService) => {
  const { db } = service.database;
  // Ids that stand in a text by nothing but chance are none of theirs.
  for (const column of ['app_user.user_id', 'role.role_id', 'team_group.group_id']) {
    const [table, name] = column.split('.');
    await run(db, `alter table ${table} alter column ${name} restart with 70707001`, []);
  }
  const here = { service, organisation: await createOrganisation(db, 'here'), mark: 'here' };
  const elsewhere = {
    service,
    organisation: await createOrganisation(db, 'elsewhere'),
    mark: 'elsewhere',
  };
  return { here, things: await furnish(here), elsewhere };
};

test("what is another organisation's is answered as what nobody has", async (t) => {
  const service = await startService(t);
  const { here, things, elsewhere } = await furnishTwo(service);
  const foreign = await furnishCanals(elsewhere);
  const callers = await callersByRole(here);
  const state = await keepState(service.database.db);
  const { tried, wrong } = await swapIds({
    url: service.url,
    state,
    callers: callers.filter(({ name }) => name === 'Administrator' || name === 'Inspector'),
    own: things.bridges,
    foreign,
    isForeign: ({ tenantId }) => tenantId !== here.organisation.tenantId,
    forget: () => service.services.actors.forget(),
  });
  assert.deepEqual(wrong, []);
  assert.ok(tried > 250, `Only ${tried} were tried.`);
});

test("what is another team's is answered as what nobody has", async (t) => {
  const service = await startService(t);
  const { here, things } = await furnishTwo(service);
  const holders = [...(await callersByPermission(here)).values()].flat();
  const callers = [...(await callersByRole(here)), ...holders].filter(({ role }) => role?.reach === 'teams');
  const { tried, wrong } = await swapIds({
    url: service.url,
    state: await keepState(service.database.db),
    callers,
    own: things.bridges,
    // People are in no team alone.
    foreign: { ...things.locks, memberId: things.bridges.memberId },
    isForeign: () => false,
    // An id that is taken is taken, and whoever chooses ids chooses them at random.
    known: [
      'announceUpload, openUploadId',
      'startInspection, inspectionId',
      'startTask, inspectionId',
      'startLateInspection, inspectionId',
    ],
    forget: () => service.services.actors.forget(),
  });
  assert.deepEqual(wrong, []);
  assert.ok(tried > 120, `Only ${tried} were tried.`);
});
