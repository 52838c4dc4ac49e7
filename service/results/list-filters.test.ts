import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { taskBody } from '#service/testing/caller.ts';
import {
  INSPECTION_LIST,
  listInspectionIds,
  startWithInspections,
} from '#service/testing/inspection-list.ts';

test('the list can be filtered by every parameter', async (t) => {
  const { add, as, organisation } = await startWithInspections(t);
  const { teamIds, userIds, itemIds, versionIds, workbookIds } = organisation;
  const first = await add({ startedAt: '2026-01-10T08:00:00Z', result: { failures: ['Height'] } });
  const second = await add({
    startedAt: '2026-02-10T08:00:00Z',
    team: 'Locks',
    user: 'bram',
    workbook: 'BridgeInspection',
    items: { 'BR-001': {} },
    approvedBy: 'coordinator',
  });
  const third = await add({ startedAt: '2026-03-10T08:00:00Z', user: 'bram' });
  const erp = await as('erp');
  const cases: [query: string, ids: string[]][] = [
    ['', [third, second, first]],
    ['order=oldest', [first, second, third]],
    [`teamId=${teamIds.Locks}`, [second]],
    [`teamId=${teamIds.Locks!.toUpperCase()}`, [second]],
    [`userId=${userIds.bram}`, [third, second]],
    [`userId=${userIds.bram}&state=Active`, [third]],
    [`itemId=${itemIds['BR-001']}`, [second]],
    [`itemId=${itemIds['BR-002']}`, []],
    [`workbookId=${versionIds.BridgeInspection}`, [second]],
    [`definitionId=${workbookIds.Railing}`, [third, first]],
    [`workbookId=${workbookIds.Railing!.toUpperCase()}`, [third, first]],
    [`workbookId=${workbookIds.Railing}&definitionId=${workbookIds.Railing}`, [third, first]],
    [`definitionId=${workbookIds.Railing}&workbookId=${versionIds.Railing}`, [third, first]],
    [`definitionId=${workbookIds.Railing}&workbookId=${versionIds.BridgeInspection}`, []],
    ['failed=true', [first]],
    ['failed=false', [third, second]],
    ['approved=true', [second]],
    ['approved=false&state=Closed', [first]],
    ['startedFrom=2026-02-10T08:00:00Z', [third, second]],
    ['startedTo=2026-02-10T08:00:00Z', [first]],
    ['completedFrom=2026-02-10T10:00:00%2B01:00', [second]],
    ['completedFrom=2026-01-01T00:00:00Z&completedTo=2026-02-10T09:00:00Z', [first]],
    ['changedAfter=2026-02-10T08:59:59.999Z', [third, second]],
    ['changedAfter=2026-02-10T09:00:00Z', [third]],
  ];
  for (const [query, ids] of cases) assert.deepEqual(await listInspectionIds(erp, query), ids, query);
});

test('a version ID passed as definitionId returns 422 with a hint', async (t) => {
  const { as, organisation } = await startWithInspections(t);
  const id = organisation.versionIds.Railing;
  const { status, body } = await (await as('erp')).get(`${INSPECTION_LIST}?definitionId=${id}`);
  assert.deepEqual(
    [status, body.errors],
    [
      422,
      [
        {
          field: 'definitionId',
          message: `The field 'definitionId' must be the ID of a workbook; '${id}' is the ID of a version. Use workbookId for it.`,
        },
      ],
    ],
  );
});

test("a task's inspections can be found by its exact externalId", async (t) => {
  const { as } = await startWithInspections(t);
  const [erp, anna] = [await as('erp'), await as('anna')];
  const start = async (externalId: string) => {
    const { body: task } = await erp.post('/api/v1/tasks', taskBody({ externalId }));
    return (await anna.post(`/api/v1/tasks/${task.id}/start`)).body.id;
  };
  const id = await start('WO-1');
  await start('WO-10');
  await start('wo-1');
  assert.deepEqual(await listInspectionIds(erp, 'externalId=WO-1'), [id]);
  assert.deepEqual(await listInspectionIds(erp, 'externalId=WO-1&state=Closed'), []);
  assert.deepEqual(await listInspectionIds(erp, 'externalId=WO'), []);
  assert.equal((await erp.get(`${INSPECTION_LIST}?externalId=`)).status, 422);
  assert.equal((await erp.get(`${INSPECTION_LIST}?externalId=%00`)).status, 422);
});

test('inspections can be found by words from the task, items, workbook and inspector', async (t) => {
  const { add, as, organisation, db } = await startWithInspections(t);
  const [erp, anna] = [await as('erp'), await as('anna')];
  const { body: task } = await erp.post(
    '/api/v1/tasks',
    taskBody({ externalId: 'WO-7_x', title: 'Look at the 100% lock', assignedUserName: 'anna' }),
  );
  const taskInspection = (await anna.post(`/api/v1/tasks/${task.id}/start`)).body.id;
  const itemInspection = await add({
    startedAt: '2026-02-10T08:00:00Z',
    user: 'bram',
    items: { 'BR-001': {} },
  });
  await sql`update app_user set surname = 'de Wit' where user_id = ${organisation.userIds.bram}`.execute(db);
  await sql`update item set title = 'Magere Brug' where external_id = 'BR-001'`.execute(db);
  const cases: [text: string, ids: string[]][] = [
    ['wo-7', [taskInspection]],
    ['LOCK look', [taskInspection]],
    ['lock elsewhere', []],
    ['100%', [taskInspection]],
    ['1%0', []],
    ['7_X', [taskInspection]],
    ['O_7', []],
    ['br-001', [itemInspection]],
    ['magere', [itemInspection]],
    ['bram', [itemInspection]],
    ['Wit', [itemInspection]],
    ['railing br-00', [itemInspection]],
    [`${'\\'}`, []],
    [' ', [taskInspection, itemInspection]],
  ];
  for (const [text, ids] of cases)
    assert.deepEqual(await listInspectionIds(erp, `text=${encodeURIComponent(text)}`), ids, text);
  assert.deepEqual(await listInspectionIds(erp, `text=br&teamId=${organisation.teamIds.Locks}`), []);
  for (const text of ['', '%00', 'x'.repeat(257)])
    assert.equal((await erp.get(`${INSPECTION_LIST}?text=${text}`)).status, 422, text);
});
