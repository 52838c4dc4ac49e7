import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { startService } from '#service/testing/start-service.ts';

const PERFORMERS = '/api/v1/performers';

test('who sees tasks is told who performs them, in the teams they see and no others', async (t) => {
  const service = await startService(t);
  const { teamIds, userIds, tenantId } = service.organisation;
  const { db } = service.database;
  const admin = await service.as('admin');
  const join = await admin.request(
    'PUT',
    `/api/v1/teams/${teamIds.Locks}/groups/Inspectors/members/${userIds.bram}`,
  );
  assert.ok(join.status < 300, JSON.stringify(join.body));

  const anna = await (await service.as('anna')).get(PERFORMERS);
  assert.equal(anna.status, 200, JSON.stringify(anna.body));
  // Neither who only views, nor who is not active, nor a service.
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
  });
  assert.equal(anna.body.isCut, false);

  const everywhere = (await admin.get(PERFORMERS)).body.people;
  const bram = everywhere.find(({ userName }: { userName: string }) => userName === 'bram');
  assert.deepEqual(bram.teamIds.toSorted(), [teamIds.Bridges, teamIds.Locks].toSorted());

  await run(db, 'update app_user set is_active = false where tenant_id = $1 and user_id = $2', [
    tenantId,
    userIds.bram,
  ]);
  const left = (await admin.get(PERFORMERS)).body.people;
  assert.ok(left.every(({ userName }: { userName: string }) => userName !== 'bram'));
});
