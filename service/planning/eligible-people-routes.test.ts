import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { startService } from '#service/testing/start-service.ts';

const ELIGIBLE_PEOPLE = '/api/v1/eligible-people';

test('a user who can read tasks can list the eligible people in the same teams', async (t) => {
  const service = await startService(t);
  const { teamIds, userIds, tenantId } = service.organisation;
  const { db } = service.database;
  const admin = await service.as('admin');
  const addition = await admin.request(
    'PUT',
    `/api/v1/teams/${teamIds.Locks}/groups/Inspectors/members/${userIds.bram}`,
  );
  assert.ok(addition.status < 300, JSON.stringify(addition.body));

  const anna = await (await service.as('anna')).get(ELIGIBLE_PEOPLE);
  assert.equal(anna.status, 200, JSON.stringify(anna.body));
  // Excludes viewers, inactive users and service users.
  assert.deepEqual(
    anna.body.people.map(({ userName }: { userName: string }) => userName),
    ['anna', 'bram', 'coordinator'],
  );
  assert.deepEqual(anna.body.people[1], {
    id: userIds.bram,
    userName: 'bram',
    name: 'bram',
    surname: '',
    teamIds: [teamIds.Bridges],
    canInspect: true,
  });
  assert.equal(anna.body.people[2].canInspect, false, 'the role of the coordinator permits no inspections');
  assert.equal(anna.body.isTruncated, false);

  const people = (await admin.get(ELIGIBLE_PEOPLE)).body.people;
  const bram = people.find(({ userName }: { userName: string }) => userName === 'bram');
  assert.deepEqual(bram.teamIds.toSorted(), [teamIds.Bridges, teamIds.Locks].toSorted());

  await run(db, 'update app_user set is_active = false where tenant_id = $1 and user_id = $2', [
    tenantId,
    userIds.bram,
  ]);
  const remaining = (await admin.get(ELIGIBLE_PEOPLE)).body.people;
  assert.ok(remaining.every(({ userName }: { userName: string }) => userName !== 'bram'));
});
