import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { createOrganisation } from '#service/testing/organisation.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { createCallersByPermission, createCallersByRole } from './callers.ts';
import { trackChanges } from './database-state.ts';
import { setUpCanals, setUpRecords } from './set-up-records.ts';
import { swapIds } from './swap-ids.ts';

/** Sets up two organisations with the same people, teams and names, with records in the first. */
const setUpTwoTenants = async (service: TestService) => {
  const { db } = service.database;
  // Avoid IDs that might occur in other strings by chance.
  for (const column of ['app_user.user_id', 'role.role_id', 'team_group.group_id']) {
    const [table, name] = column.split('.');
    await run(db, `alter table ${table} alter column ${name} restart with 70707001`, []);
  }
  const setup = { service, organisation: await createOrganisation(db, 'here'), marker: 'here' };
  const otherTenant = {
    service,
    organisation: await createOrganisation(db, 'elsewhere'),
    marker: 'elsewhere',
  };
  return { setup, records: await setUpRecords(setup), otherTenant };
};

test("other organisations' records are treated as if they did not exist", async (t) => {
  const service = await startService(t);
  const { setup, records, otherTenant } = await setUpTwoTenants(service);
  const foreignRecords = await setUpCanals(otherTenant);
  const callers = await createCallersByRole(setup);
  const state = await trackChanges(service.database.db);
  const { count, differences } = await swapIds({
    url: service.url,
    state,
    callers: callers.filter(({ name }) => name === 'Administrator' || name === 'Inspector'),
    ownRecords: records.bridges,
    foreignRecords,
    isForeign: ({ tenantId }) => tenantId !== setup.organisation.tenantId,
    clearCache: () => service.services.actors.clear(),
  });
  assert.deepEqual(differences, []);
  assert.ok(count > 250, `Only ${count} calls were tested.`);
});

test("other teams' records are treated as if they did not exist", async (t) => {
  const service = await startService(t);
  const { setup, records } = await setUpTwoTenants(service);
  const callersWithPermission = [...(await createCallersByPermission(setup)).values()].flat();
  const callers = [...(await createCallersByRole(setup)), ...callersWithPermission].filter(
    ({ role }) => role?.scope === 'teams',
  );
  const { count, differences } = await swapIds({
    url: service.url,
    state: await trackChanges(service.database.db),
    callers,
    ownRecords: records.bridges,
    // People are not limited to a single team.
    foreignRecords: { ...records.locks, memberId: records.bridges.memberId },
    isForeign: () => false,
    // IDs in use cannot be reused; clients choose them at random.
    allowedDifferences: [
      'createUpload, openUploadId',
      'startInspection, inspectionId',
      'startTask, inspectionId',
      'startLateInspection, inspectionId',
    ],
    clearCache: () => service.services.actors.clear(),
  });
  assert.deepEqual(differences, []);
  assert.ok(count > 120, `Only ${count} calls were tested.`);
});
