import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { type StartedInspection, startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';

const FIELDS: Field[] = [
  { name: 'Height', type: 'decimal', required: true },
  { name: 'Spans', type: 'repeat', fields: [{ name: 'Length', type: 'decimal' }] },
  { name: 'Colour', type: 'text' },
];

const createReviewer = async (service: TestService, { id }: StartedInspection, userName = 'coordinator') => {
  const reviewer = await service.as(userName);
  const path = `/api/v1/inspections/${id}`;
  return {
    reviewer,
    returnInspection: (body: unknown = {}) => reviewer.post(`${path}/return`, body),
    approve: () => reviewer.post(`${path}/approve`),
    compare: (query = '') => reviewer.get(`${path}/comparison${query}`),
  };
};

const completeNewInspection = async (service: TestService) => {
  const inspection = await startNewInspection(service, { fields: FIELDS });
  await inspection.answer({ Height: 3.2, Spans: [{ Length: 1 }, { Length: 2 }], Colour: 'red' });
  assert.equal((await inspection.complete()).status, 200);
  return inspection;
};

test("returning an inspection reopens it for its inspector, with the reviewer's comments", async (t) => {
  const service = await startService(t);
  const inspection = await completeNewInspection(service);
  const { returnInspection } = await createReviewer(service, inspection);
  const erp = await service.as('erp');
  const returned = await returnInspection({
    comment: 'Nearly there',
    fields: [{ field: 'Height', comment: 'In metres, please' }],
  });
  assert.deepEqual([returned.status, returned.body.state, returned.body.endedAt], [200, 'Active', null]);
  const [{ returnedAt, ...comment }] = returned.body.returns;
  assert.ok(Date.parse(returnedAt) > 0);
  assert.deepEqual(comment, {
    completion: 1,
    comment: 'Nearly there',
    fields: [{ field: 'Height', comment: 'In metres, please' }],
    userName: 'coordinator',
  });
  const task = (await erp.task('get', { externalId: 'WO-1' })) as Record<string, unknown>;
  assert.deepEqual([task.state, task.inspectionId], ['Active', inspection.id]);
  const feed = await erp.get('/api/services/custom/externaltask/GetChanges');
  const entry = feed.body.result.results.at(-1);
  assert.deepEqual([entry.state, entry.actualEnd, entry.inspectionId], [2, null, inspection.id]);

  await inspection.answer({ Height: 3.4 });
  const done = (await inspection.complete()).body;
  assert.deepEqual([done.state, done.completion, done.answers.Height], ['Closed', 2, 3.4]);
});

test('an inspection lists its most recent returns up to a total size, and the number of others', async (t) => {
  const service = await startService(t);
  const inspection = await completeNewInspection(service);
  const { returnInspection } = await createReviewer(service, inspection);
  const fields = Array.from({ length: 150 }, () => ({ field: 'Height', comment: 'é'.repeat(2_000) }));
  for (const comment of ['First', 'Second', 'Third']) {
    assert.equal((await returnInspection({ comment, fields })).status, 200);
    await inspection.complete();
  }
  const { returns, omittedReturns } = await inspection.read();
  assert.deepEqual(
    returns.map(({ comment }: { comment: string }) => comment),
    ['Third', 'Second'],
  );
  assert.deepEqual([returns[1].fields.length, omittedReturns], [150, 1]);
});

test('a comparison lists each answer changed by a correction', async (t) => {
  const service = await startService(t);
  const inspection = await completeNewInspection(service);
  const { returnInspection, compare } = await createReviewer(service, inspection);
  assert.equal((await compare()).status, 409);
  await returnInspection();
  assert.deepEqual((await compare()).body, { from: 1, to: null, changes: [] });
  await inspection.answer({ Height: 3.4, Spans: [{ Length: 1 }, { Length: 5 }, {}], Colour: null });
  const changes = [
    { itemId: null, field: 'Height', before: 3.2, after: 3.4 },
    { itemId: null, field: 'Spans[1].Length', before: 2, after: 5 },
    { itemId: null, field: 'Spans[2]', before: null, after: {} },
    { itemId: null, field: 'Colour', before: 'red', after: null },
  ];
  assert.deepEqual((await compare()).body, { from: 1, to: null, changes });
  await inspection.complete();
  await returnInspection();
  await inspection.answer({ Height: 9 });
  assert.deepEqual((await compare('?from=1&to=2')).body, { from: 1, to: 2, changes });
  assert.deepEqual((await compare('?from=2')).body.changes, [
    { itemId: null, field: 'Height', before: 3.4, after: 9 },
  ]);
  for (const query of ['?from=3', '?to=7', '?from=0', '?from=x', '?form=1']) {
    assert.equal((await compare(query)).status, 422, query);
  }
});

test('a completion, return or approval retried with its Idempotency-Key runs only once', async (t) => {
  const service = await startService(t);
  const { id, person, complete } = await startNewInspection(service, {
    fields: [{ name: 'Note', type: 'text' }],
  });
  const coordinator = await service.as('coordinator');
  const path = `/api/v1/inspections/${id}`;
  const key = { 'idempotency-key': 'first' };
  const first = await person.post(`${path}/complete`, undefined, key);
  const returned = await coordinator.post(`${path}/return`, { comment: 'Again' }, key);
  assert.deepEqual([first.body.state, returned.body.state], ['Closed', 'Active']);
  assert.deepEqual((await person.post(`${path}/complete`, undefined, key)).body, first.body);
  assert.equal((await person.get(path)).body.state, 'Active');
  assert.equal((await complete()).body.completion, 2);
  assert.deepEqual((await coordinator.post(`${path}/return`, { comment: 'Again' }, key)).body, returned.body);
  const approval = { 'idempotency-key': 'approval' };
  assert.equal((await coordinator.post(`${path}/approve`, undefined, approval)).status, 200);
  await coordinator.post(`${path}/return`, {});
  await complete();
  assert.equal((await coordinator.post(`${path}/approve`, undefined, approval)).status, 200);
  assert.equal((await person.get(path)).body.approvedAt, null);
});

test('a reviewer who has not seen the latest completion cannot return or approve it', async (t) => {
  const service = await startService(t);
  const inspection = await completeNewInspection(service);
  const { reviewer, returnInspection } = await createReviewer(service, inspection);
  await returnInspection();
  await inspection.complete();
  const path = `/api/v1/inspections/${inspection.id}`;
  for (const action of ['approve', 'return']) {
    const rejected = await reviewer.post(
      `${path}/${action}?completion=1`,
      action === 'return' ? {} : undefined,
    );
    assert.equal(rejected.status, 409);
    assert.match(rejected.body.detail, /latest completion of the inspection is 2, not 1/);
    assert.equal((await reviewer.post(`${path}/${action}?completion=x`, {})).status, 422);
  }
  assert.equal((await reviewer.post(`${path}/approve?completion=2`)).body.approvedBy, 'coordinator');
  assert.equal((await reviewer.post(`${path}/return?completion=2`, {})).body.state, 'Active');
});

test('an approval lasts until the inspection is returned', async (t) => {
  const service = await startService(t);
  const inspection = await completeNewInspection(service);
  const { returnInspection, approve } = await createReviewer(service, inspection);
  const approved = (await approve()).body;
  assert.equal(approved.approvedBy, 'coordinator');
  assert.equal((await approve()).body.approvedAt, approved.approvedAt);
  const returned = (await returnInspection()).body;
  assert.deepEqual([returned.approvedAt, returned.approvedBy], [null, null]);
});

test('reviewing requires a permission and a completed inspection', async (t) => {
  const service = await startService(t);
  const inspection = await startNewInspection(service, { fields: FIELDS });
  const { returnInspection, approve } = await createReviewer(service, inspection);
  assert.deepEqual([(await returnInspection()).status, (await approve()).status], [409, 409]);
  await inspection.answer({ Height: 1 });
  await inspection.complete();
  for (const userName of ['anna', 'erp', 'viewer']) {
    const other = await createReviewer(service, inspection, userName);
    const statuses = [(await other.returnInspection()).status, (await other.approve()).status];
    assert.deepEqual(statuses, [403, 403], userName);
  }
  assert.equal((await inspection.read()).state, 'Closed');
});

test('a comment must refer to a field in the workbook and an item in the inspection', async (t) => {
  const service = await startService(t);
  const inspection = await completeNewInspection(service);
  const { returnInspection } = await createReviewer(service, inspection);
  const rejected = await returnInspection({
    fields: [
      { field: 'Heigt', comment: 'x' },
      { field: 'Height', itemId: service.organisation.itemIds['BR-001'], comment: 'x' },
    ],
  });
  assert.equal(rejected.status, 422);
  assert.deepEqual(
    rejected.body.errors.map(({ field }: { field: string }) => field),
    ['fields[0].field', 'fields[1].itemId'],
  );
  assert.match(rejected.body.errors[0].message, /Did you mean 'Height'\?/);
  assert.equal((await inspection.read()).state, 'Closed');
});

test('an inspection without a task can be returned and completed again, and each change appears in the feed', async (t) => {
  const service = await startService(t);
  const anna = await service.as('anna');
  const erp = await service.as('erp');
  const { workbookIds, teamIds } = service.organisation;
  const started = await anna.post('/api/v1/inspections', {
    workbookId: workbookIds.Railing,
    teamId: teamIds.Bridges,
  });
  const path = `/api/v1/inspections/${started.body.id}`;
  const readStateFromFeed = async () => {
    const { body } = await erp.get('/api/services/custom/externaltask/GetChanges');
    return body.result.results.at(-1).state;
  };
  await anna.request('PATCH', `${path}/answers`, { answers: { Height: 2 } });
  await anna.post(`${path}/complete`);
  assert.equal(await readStateFromFeed(), 3);
  await (await service.as('coordinator')).post(`${path}/return`, {});
  assert.equal(await readStateFromFeed(), 2);
  await anna.post(`${path}/complete`);
  assert.equal(await readStateFromFeed(), 3);
});
