import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { addInspection } from '#service/testing/add-inspection.ts';
import { type Caller, taskBody } from '#service/testing/caller.ts';
import {
  INSPECTION_LIST,
  listInspectionIds,
  startWithInspections,
} from '#service/testing/inspection-list.ts';

type Row = { id: string };
/** Reads all pages and returns the IDs. */
const readAllPages = async (caller: Caller, query: string, betweenPages = async () => {}) => {
  const ids: string[] = [];
  for (let after = ''; ; ) {
    const { body } = await caller.get(`${INSPECTION_LIST}?${query}${after}`);
    ids.push(...body.inspections.map(({ id }: Row) => id));
    if (body.next === null) return ids;
    after = `&after=${body.next}`;
    await betweenPages();
  }
};

test('the list contains everything about an inspection except its answers', async (t) => {
  const { add, as, organisation } = await startWithInspections(t);
  const { versionIds, workbookIds, teamIds, userIds } = organisation;
  const id = await add({
    result: { answers: { Height: 3 }, failures: ['Height'] },
    approvedBy: 'coordinator',
  });
  const { body, headers } = await (await as('erp')).get(INSPECTION_LIST);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.deepEqual(body, {
    inspections: [
      {
        id,
        taskId: null,
        externalId: null,
        title: 'Railing check',
        state: 'Closed',
        workbookId: versionIds.Railing,
        definitionId: workbookIds.Railing,
        workbookTitle: 'Railing check',
        workbookVersion: '1.0.0',
        teamId: teamIds.Bridges,
        teamTitle: 'Bridges',
        timeZone: 'UTC',
        userId: userIds.anna,
        userName: 'anna',
        startedAt: '2026-03-01T08:00:00.000Z',
        endedAt: '2026-03-01T09:00:00.000Z',
        completion: 1,
        failedCount: 1,
        approvedAt: '2026-03-01T09:00:00.000Z',
        approvedBy: 'coordinator',
        revision: 0,
        changedAt: '2026-03-01T09:00:00.000Z',
        itemCount: 0,
      },
    ],
    next: null,
  });
});

test("with include=answers, the list contains the latest completion's result, for the inspection or for each item", async (t) => {
  const { add, as, db, organisation } = await startWithInspections(t);
  const comments = { Height: { text: 'Loose bolt' } };
  const single = await add({ result: { answers: { Height: 3.25 }, comments, failures: ['Height'] } });
  const items = { 'BR-002': { answers: { Height: 1 } }, 'BR-001': { failures: ['Height'] } };
  const withItems = await add({ workbook: 'BridgeInspection', items, startedAt: '2026-02-01T08:00:00Z' });
  const open = await add({ startedAt: '2026-01-01T08:00:00Z' });
  // Completes the inspection again, so the list must show only the new result.
  await run(
    db,
    `with done as (
       insert into inspection_completion (tenant_id, inspection_id, completion, revision, completed_by, completed_at)
       select tenant_id, inspection_id, 2, 5, user_id, '2026-03-02T10:00:00Z' from inspection
       where tenant_id = $1 and inspection_id = $2 returning tenant_id, inspection_id
     ), result as (
       insert into inspection_result (tenant_id, inspection_id, completion, item_position, answers, comments, failures)
       select tenant_id, inspection_id, 2, 0, '{"Height": 4}', '{}', '{}' from done
     ) update inspection set completion = 2 where tenant_id = $1 and inspection_id = $2`,
    [organisation.tenantId, single],
  );
  const { body } = await (await as('erp')).get(`${INSPECTION_LIST}?include=answers`);
  const results = Object.fromEntries(
    body.inspections.map(({ id, result }: { id: string; result: unknown }) => [id, result]),
  );
  const empty = { answers: {}, comments: {}, failures: [] };
  assert.deepEqual(results, {
    [single]: {
      completion: 2,
      completedAt: '2026-03-02T10:00:00.000Z',
      ...empty,
      answers: { Height: 4 },
      items: [],
    },
    [withItems]: {
      completion: 1,
      completedAt: '2026-02-01T09:00:00.000Z',
      ...empty,
      items: [
        {
          itemId: organisation.itemIds['BR-002'],
          externalId: 'BR-002',
          title: 'Bridge BR-002',
          ...empty,
          answers: { Height: 1 },
        },
        {
          itemId: organisation.itemIds['BR-001'],
          externalId: 'BR-001',
          title: 'Bridge BR-001',
          ...empty,
          failures: ['Height'],
        },
      ],
    },
    [open]: null,
  });
});

test("the list shows the task's state, or Canceled if the task was restarted without the inspection", async (t) => {
  const { as, db, organisation } = await startWithInspections(t);
  const erp = await as('erp');
  const anna = await as('anna');
  const start = async (externalId: string) => {
    const { body: task } = await erp.post('/api/v1/tasks', taskBody({ externalId }));
    return (await anna.post(`/api/v1/tasks/${task.id}/start`)).body.id as string;
  };
  const active = await start('WO-1');
  const canceled = await start('WO-2');
  const abandoned = await start('WO-3');
  await erp.task('cancel', { externalTaskIds: ['WO-2', 'WO-3'] });
  await erp.task('restart', { externalTaskIds: ['WO-3'] });
  const [task] = await run<{ task_id: string }>(
    db,
    `select task_id from task where tenant_id = $1 and external_id = 'WO-3'`,
    [organisation.tenantId],
  );
  const restarted = (await anna.post(`/api/v1/tasks/${task!.task_id}/start`)).body.id as string;
  const closed = await addInspection(db, organisation, { result: {} });
  const list = async (query: string) => (await listInspectionIds(erp, query)).sort();
  assert.deepEqual(await list('state=Active'), [active, restarted].sort());
  assert.deepEqual(await list('state=Canceled'), [canceled, abandoned].sort());
  assert.deepEqual(await list('state=Closed'), [closed]);
  assert.deepEqual(await list('state=Closed,Canceled'), [canceled, closed, abandoned].sort());
  assert.deepEqual(await list('state=Active,Canceled'), [active, restarted, canceled, abandoned].sort());
  assert.equal((await list('state=Canceled,Closed,Active')).length, 5);
  assert.deepEqual(await list(`taskId=${task!.task_id}`), [abandoned, restarted].sort());
  const { body } = await erp.get(`${INSPECTION_LIST}?state=Canceled`);
  assert.deepEqual(
    body.inspections.map(({ state, title, externalId }: Record<string, string>) => [
      state,
      title,
      externalId,
    ]),
    [
      ['Canceled', 'Inspect the railing', 'WO-3'],
      ['Canceled', 'Inspect the railing', 'WO-2'],
    ],
  );
});

test('changedAfter also finds inspections whose task has changed', async (t) => {
  const { as } = await startWithInspections(t);
  const erp = await as('erp');
  const { body: task } = await erp.post('/api/v1/tasks', taskBody());
  const { body: inspection } = await (await as('anna')).post(`/api/v1/tasks/${task.id}/start`);
  const [listed] = (await erp.get(INSPECTION_LIST)).body.inspections;
  assert.deepEqual(await listInspectionIds(erp, `changedAfter=${listed.changedAt}`), []);
  await erp.task('cancel', { externalTaskIds: ['WO-1'] });
  assert.deepEqual(await listInspectionIds(erp, `changedAfter=${listed.changedAt}`), [inspection.id]);
});

test('pages have no gaps or duplicates even if inspections started at the same time', async (t) => {
  const { add, as } = await startWithInspections(t);
  const ids: string[] = [];
  for (let number = 0; number < 23; number++) {
    ids.push(await add({ startedAt: `2026-03-0${1 + Math.floor(number / 8)}T08:00:00Z` }));
  }
  const erp = await as('erp');
  const ordered = await listInspectionIds(erp, 'limit=500');
  assert.deepEqual(ordered.toSorted(), ids.toSorted());
  for (const limit of [1, 7, 22, 23]) {
    assert.deepEqual(await readAllPages(erp, `limit=${limit}`), ordered, `limit ${limit}`);
    assert.deepEqual(await readAllPages(erp, `limit=${limit}&order=oldest`), ordered.toReversed());
    assert.deepEqual(await readAllPages(erp, `limit=${limit}&include=answers`), ordered);
  }
});

test('unchanged inspections appear exactly once even if others change between pages', async (t) => {
  const { add, as, db, organisation } = await startWithInspections(t);
  const unchanged: string[] = [];
  for (let number = 0; number < 30; number++) {
    const startedAt = new Date(Date.UTC(2026, 2, 1, number)).toISOString();
    unchanged.push(await add({ startedAt }));
    await add({ startedAt, user: 'bram' });
  }
  const erp = await as('erp');
  for (const order of ['newest', 'oldest']) {
    let page = 0;
    const seen = await readAllPages(erp, `limit=4&order=${order}`, async () => {
      page++;
      await add({ startedAt: new Date(Date.UTC(2026, 2, 1, 3 * page, 30)).toISOString() });
      // These changes can affect the inspection that the cursor points to.
      await run(
        db,
        `update inspection set is_deleted = true where tenant_id = $1 and user_id = $2 and random() < 0.2`,
        [organisation.tenantId, organisation.userIds.bram],
      );
      await run(
        db,
        `update inspection set state = 3, ended_at = now(), modified_at = now(), revision = revision + 1
         where tenant_id = $1 and random() < 0.2`,
        [organisation.tenantId],
      );
    });
    assert.equal(new Set(seen).size, seen.length, order);
    assert.deepEqual(
      unchanged.filter((id) => !seen.includes(id)),
      [],
      order,
    );
  }
});
