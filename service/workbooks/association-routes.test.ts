import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { taskBody as task } from '#service/testing/caller.ts';
import { runWhileLocked } from '#service/testing/run-while-locked.ts';
import { startService } from '#service/testing/start-service.ts';
import { lockAssociations } from './association-queries.ts';

const anyState = { 'if-match': '*' };
const UNKNOWN = '019c0000-0000-7000-8000-000000000000';

const setUp = async (t: TestContext) => {
  const service = await startService(t);
  const { organisation, as } = service;
  const railingTeams = `/api/v1/workbooks/${organisation.workbookIds.Railing}/teams`;
  const bridgesWorkbooks = `/api/v1/teams/${organisation.teamIds.Bridges}/workbooks`;
  return { ...service, admin: await as('admin'), railingTeams, bridgesWorkbooks };
};

test('associations between workbooks and teams can be set from either side', async (t) => {
  const { admin, railingTeams, bridgesWorkbooks, organisation } = await setUp(t);
  const { Bridges, Locks } = organisation.teamIds;
  const { Railing, BridgeInspection } = organisation.workbookIds;
  const initial = await admin.get(railingTeams);
  assert.deepEqual(initial.body.teams, [
    { id: Bridges, title: 'Bridges' },
    { id: Locks, title: 'Locks' },
  ]);
  const ifMatch = { 'if-match': initial.headers.get('etag')! };
  const narrowed = await admin.request('PUT', railingTeams, { teamIds: [Locks, Locks] }, ifMatch);
  assert.deepEqual([narrowed.status, narrowed.body.teams], [200, [{ id: Locks, title: 'Locks' }]]);
  const teamWorkbooks = await admin.get(bridgesWorkbooks);
  assert.deepEqual(
    teamWorkbooks.body.workbooks.map(({ name }: { name: string }) => name),
    ['BridgeInspection'],
  );
  const put = await admin.request(
    'PUT',
    bridgesWorkbooks,
    { workbookIds: [Railing] },
    { 'if-match': teamWorkbooks.headers.get('etag')! },
  );
  assert.deepEqual(put.body.workbooks, [{ id: Railing, name: 'Railing', title: 'Railing check' }]);
  assert.deepEqual((await admin.get(railingTeams)).body, initial.body);
  // The same set always has the same ETag.
  assert.equal((await admin.get(railingTeams)).headers.get('etag'), initial.headers.get('etag'));
  const none = await admin.request('PUT', bridgesWorkbooks, { workbookIds: [] }, anyState);
  assert.deepEqual(none.body.workbooks, []);
  assert.deepEqual((await admin.get(`/api/v1/workbooks/${BridgeInspection}`)).body.teams.length, 1);
});

test('a team that stops using a workbook cannot create tasks with it, but keeps its existing ones', async (t) => {
  const { admin, railingTeams, organisation, as } = await setUp(t);
  const erp = await as('erp');
  await erp.task('post', task());
  await admin.request('PUT', railingTeams, { teamIds: [organisation.teamIds.Locks] }, anyState);
  const rejected = await erp.taskError('post', task({ externalId: 'WO-2' }));
  assert.match(rejected.message, /not associated with the team 'Bridges'/);
  const { results } = (await erp.get('/api/services/custom/externaltask/getall')).body.result;
  assert.equal((await (await as('anna')).post(`/api/v1/tasks/${results[0].id}/start`)).status, 201);
});

test('unknown IDs are rejected with their positions, and nothing changes', async (t) => {
  const { admin, railingTeams, bridgesWorkbooks, organisation, asOtherTenant } = await setUp(t);
  const other = await asOtherTenant('admin');
  const foreignTeamId = (await other.get('/api/services/app/workArea/Get')).body.result.results[0].id;
  const teamIds = [organisation.teamIds.Locks, UNKNOWN, foreignTeamId];
  const { status, body } = await admin.request('PUT', railingTeams, { teamIds }, anyState);
  assert.equal(status, 422);
  assert.deepEqual(
    body.errors.map(({ field }: { field: string }) => field),
    ['teamIds[1]', 'teamIds[2]'],
  );
  assert.ok(body.errors[0].message.includes(UNKNOWN));
  const workbooks = await admin.request('PUT', bridgesWorkbooks, { workbookIds: [UNKNOWN] }, anyState);
  assert.deepEqual([workbooks.status, workbooks.body.errors[0].field], [422, 'workbookIds[0]']);
  assert.equal((await admin.get(railingTeams)).body.teams.length, 2);
  for (const wrong of [{}, { teamIds: ['x'] }, { teamIds: 'x' }, { teamIds: [], more: 1 }]) {
    assert.equal((await admin.request('PUT', railingTeams, wrong, anyState)).status, 422);
  }
  for (const id of [UNKNOWN, 'nonsense']) {
    const path = `/api/v1/teams/${id}/workbooks`;
    assert.equal((await admin.request('PUT', path, { workbookIds: [] }, anyState)).status, 404);
    assert.equal((await admin.get(path)).status, 404);
  }
});

test("when a workbook's teams and a team's workbooks are changed concurrently, one change is rejected as outdated", async (t) => {
  const { admin, railingTeams, bridgesWorkbooks, organisation, database } = await setUp(t);
  const tags = [await admin.get(railingTeams), await admin.get(bridgesWorkbooks)].map(
    ({ headers }) => headers.get('etag')!,
  );
  const { Locks } = organisation.teamIds;
  const { BridgeInspection } = organisation.workbookIds;
  // Both requests wait for the lock, and the first changes data that the second has already read.
  const responses = await runWhileLocked(
    database.db,
    (trx) => lockAssociations(trx, organisation.tenantId),
    () =>
      Promise.all([
        admin.request('PUT', railingTeams, { teamIds: [Locks] }, { 'if-match': tags[0]! }),
        admin.request('PUT', bridgesWorkbooks, { workbookIds: [BridgeInspection] }, { 'if-match': tags[1]! }),
      ]),
  );
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 412]);
});
