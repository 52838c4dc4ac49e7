import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCaller, taskBody } from '#service/testing/caller.ts';
import { readHistory } from '#service/testing/history.ts';
import { addPerson, createOrganisation, grantToken } from '#service/testing/organisation.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';

const FIELDS = [{ name: 'Height', type: 'decimal' as const }];

test('only users who can see a task can read its history', async (t) => {
  const service = await startService(t);
  const { database, organisation } = service;
  await (await service.as('erp')).task('post', taskBody({ teamName: 'Bridges' }));
  const tasks = (await (await service.as('erp')).get('/api/services/custom/externaltask/getall')).body;
  const path = `/api/v1/tasks/${tasks.result.results[0].id}/history`;
  for (const [userName, role, memberOf] of [
    ['lockkeeper', 'Planner', { Coordinators: ['Locks'] }],
    ['nobody', 'No role', { Viewer: ['Bridges'] }],
  ] as const) {
    organisation.userIds[userName] = await addPerson(database.db, organisation, {
      userName,
      role,
      memberOf: Object.fromEntries(Object.entries(memberOf).map(([group, teams]) => [group, [...teams]])),
    });
  }
  const readStatus = async (userName: string) => (await (await service.as(userName)).get(path)).status;
  for (const userName of ['admin', 'erp', 'coordinator', 'anna', 'bram', 'viewer']) {
    assert.equal(await readStatus(userName), 200, userName);
  }
  assert.equal(await readStatus('lockkeeper'), 404);
  assert.equal(await readStatus('nobody'), 403);
  assert.equal((await service.anonymous.get(path)).status, 401);

  const otherOrganisation = await createOrganisation(database.db, 'other');
  const token = await grantToken(database.db, otherOrganisation.tenantId, otherOrganisation.userIds.admin!);
  assert.equal((await createCaller(service.url, token).get(path)).status, 404);
});

test("a reviewer's comments are visible to the inspector and to users who can see the inspection", async (t) => {
  const service = await startService(t);
  const inspection = await startNewInspection(service, { fields: FIELDS });
  await inspection.complete();
  const coordinator = await service.as('coordinator');
  const fields = [{ field: 'Height', comment: 'Where is it?' }];
  await coordinator.post(`/api/v1/inspections/${inspection.id}/return`, { comment: 'Not yet', fields });
  for (const [userName, isShown] of [
    ['anna', true],
    ['viewer', true],
    ['erp', true],
    ['bram', false],
  ] as const) {
    const history = await readHistory(await service.as(userName), inspection.taskId);
    const { details, summary } = history.find(({ kind }) => kind === 'returned');
    assert.deepEqual(
      [details.comment, details.fields, /Not yet/.test(summary)],
      isShown ? ['Not yet', fields, true] : [null, [], false],
      userName,
    );
  }
});

test('a history request with an invalid ID, position or limit is rejected', async (t) => {
  const service = await startService(t);
  const { taskId } = await startNewInspection(service, { fields: FIELDS });
  const anna = await service.as('anna');
  for (const id of ['WO-1', '00000000-0000-0000-0000-000000000000', `${taskId}0`]) {
    assert.equal((await anna.get(`/api/v1/tasks/${id}/history`)).status, 404, id);
  }
  const encodeCursor = (key: string) => Buffer.from(key).toString('base64url');
  const queries: [string, number][] = [
    ['limit=0', 422],
    ['limit=501', 422],
    ['limit=ten', 422],
    ['limit=5&limit=6', 422],
    ['after=', 422],
    ['after=%FF', 422],
    ['after=AAAA', 422],
    [`after=${encodeCursor('1 2 3')}`, 422],
    [`after=${encodeCursor('1 2 33 x')}`, 422],
    [`after=${encodeCursor('999999999999999 2 3 x')}`, 422],
    [`after=${encodeCursor('1 9999999999999999 3 x')}`, 422],
    [`after=${encodeCursor('1 2 3 \0')}`, 422],
    ['colour=red', 422],
    [`after=${encodeCursor('99999999999999 999999999999999 9 x')}`, 200],
    [`after=${encodeCursor("0 0 0 '; drop table task --\n")}`, 200],
    [`after=${'A'.repeat(1_401)}`, 422],
  ];
  for (const [query, status] of queries) {
    const response = await anna.get(`/api/v1/tasks/${taskId}/history?${query}`);
    assert.equal(response.status, status, `${query}: ${JSON.stringify(response.body)}`);
  }
});
