import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compile } from 'typebox/compile';
import { InspectionRevisionPage } from '#contract/inspection-revision.ts';
import type { Field } from '#contract/workbook-definition.ts';
import { type Caller, createCaller } from '#service/testing/caller.ts';
import { createOrganisation, grantToken } from '#service/testing/organisation.ts';
import { type StartedInspection, startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';

const FIELDS: Field[] = [
  { name: 'Height', type: 'decimal' },
  { name: 'Colour', type: 'text' },
  { name: 'Seen', type: 'integer', default: 1 },
  { name: 'Story', type: 'longText' },
];

const pageSchema = Compile(InspectionRevisionPage);

const read = async (reader: Caller, { id }: Pick<StartedInspection, 'id'>, query = '') => {
  const { status, body } = await reader.get(`/api/v1/inspections/${id}/revisions${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  const isValid: boolean = pageSchema.Check(body);
  assert.ok(isValid, JSON.stringify(pageSchema.Errors(body)));
  return body;
};

/** Creates an inspection with conflicting answers from two devices, a comment, a removed answer and a late answer. */
const createRevisions = async (service: TestService) => {
  const inspection = await startNewInspection(service, { fields: FIELDS, task: { Colour: 'red' } });
  const givenAt = '2026-03-01T09:00:00+01:00';
  await inspection.answer({ Height: 3 }, { device: 'phone', baseRevision: 2, givenAt });
  await inspection.answer({ Height: 4 }, { device: 'tablet', baseRevision: 2 });
  await inspection.answer({ Colour: null }, { comments: { Colour: { text: 'Rust' } } });
  await (await service.as('coordinator')).task('cancel', { externalTaskIds: ['WO-1'] });
  await inspection.answer({ Height: 5 });
  return inspection;
};

test('the revisions list every answer ever given, with its user, time and device', async (t) => {
  const service = await startService(t);
  const inspection = await createRevisions(service);
  const { revisions, next } = await read(inspection.person, inspection);
  assert.equal(next, null);
  const common = { itemId: null, isComment: false, isPrefilled: false, isLate: false, userName: 'anna' };
  const defaults = { ...common, baseRevision: null, device: null, givenAt: null };
  assert.deepEqual(
    revisions.map(({ receivedAt, ...revision }: { receivedAt: string }) => {
      assert.ok(Math.abs(Date.parse(receivedAt) - Date.now()) < 60_000);
      return revision;
    }),
    [
      { ...defaults, revision: 1, field: 'Seen', value: 1, isPrefilled: true },
      { ...defaults, revision: 2, field: 'Colour', value: 'red', isPrefilled: true },
      {
        ...defaults,
        revision: 3,
        field: 'Height',
        value: 3,
        baseRevision: 2,
        device: 'phone',
        givenAt: '2026-03-01T08:00:00.000Z',
      },
      { ...defaults, revision: 4, field: 'Height', value: 4, baseRevision: 2, device: 'tablet' },
      { ...defaults, revision: 5, field: 'Colour', value: null },
      { ...defaults, revision: 6, field: 'Colour', value: { text: 'Rust' }, isComment: true },
      { ...defaults, revision: 7, field: 'Height', value: 5, isLate: true },
    ],
  );
});

test('paging through a list returns all revisions, whatever their size, even when filtered by field', async (t) => {
  const service = await startService(t);
  const inspection = await createRevisions(service);
  for (const [field, expected] of [
    ['', [1, 2, 3, 4, 5, 6, 7]],
    ['&field=Height', [3, 4, 7]],
    ['&field=Nothing', []],
  ] as const) {
    for (const limit of [1, 2, 7, 500]) {
      const revisions: number[] = [];
      for (let after = ''; ; ) {
        const body = await read(inspection.person, inspection, `?limit=${limit}${field}${after}`);
        assert.ok(body.revisions.length <= limit);
        revisions.push(...body.revisions.map(({ revision }: { revision: number }) => revision));
        if (body.next === null) break;
        after = `&after=${body.next}`;
      }
      assert.deepEqual(revisions, expected, `${field} ${limit}`);
    }
  }
});

test('revisions identify the item of each answer, even if it was prefilled', async (t) => {
  const service = await startService(t);
  const { organisation } = service;
  const [contentType] = (await (await service.as('admin')).get('/api/v1/content-types')).body.contentTypes;
  const inspection = await startNewInspection(service, {
    fields: FIELDS,
    contentTypeId: contentType.id,
    task: { itemsToInspect: ['BR-001', 'BR-002'] },
  });
  const itemId = organisation.itemIds['BR-002']!;
  await inspection.answer({ Height: 3 }, { itemId });
  const summarise = (body: { revisions: Record<string, unknown>[] }) =>
    body.revisions.map(({ itemId: id, field, isPrefilled }) => [id, field, isPrefilled]);
  assert.deepEqual(summarise(await read(inspection.person, inspection)), [
    [organisation.itemIds['BR-001'], 'Seen', true],
    [itemId, 'Seen', true],
    [itemId, 'Height', false],
  ]);
  assert.deepEqual(summarise(await read(inspection.person, inspection, `?itemId=${itemId.toUpperCase()}`)), [
    [itemId, 'Seen', true],
    [itemId, 'Height', false],
  ]);
});

test('a page that becomes too large ends early', async (t) => {
  const service = await startService(t);
  const inspection = await startNewInspection(service, { fields: FIELDS });
  const story = 'x'.repeat(32_000);
  for (let index = 0; index < 40; index++) await inspection.answer({ Story: `${index} ${story}` });
  const first = await read(inspection.person, inspection, '?limit=500');
  assert.ok(first.revisions.length > 20 && first.revisions.length < 41 && first.next !== null);
  const rest = await read(inspection.person, inspection, `?limit=500&after=${first.next}`);
  assert.deepEqual([first.revisions.length + rest.revisions.length, rest.next], [41, null]);
});

test('only the inspector and users who can see the inspection can read its revisions', async (t) => {
  const service = await startService(t);
  const inspection = await startNewInspection(service, { fields: FIELDS });
  const path = `/api/v1/inspections/${inspection.id}/revisions`;
  for (const [userName, status] of [
    ['anna', 200],
    ['coordinator', 200],
    ['erp', 200],
    ['bram', 404],
  ] as const) {
    assert.equal((await (await service.as(userName)).get(path)).status, status, userName);
  }
  assert.equal((await service.anonymous.get(path)).status, 401);
  const { db } = service.database;
  const other = await createOrganisation(db, 'other');
  const token = await grantToken(db, other.tenantId, other.userIds.admin!);
  assert.equal((await createCaller(service.url, token).get(path)).status, 404);
});

test('an invalid query is rejected, naming the parameter', async (t) => {
  const service = await startService(t);
  const { person, id } = await startNewInspection(service, { fields: FIELDS });
  for (const [query, field] of [
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    [`after=${Buffer.from('x').toString('base64url')}`, 'after'],
    [`after=${Buffer.from('9'.repeat(12)).toString('base64url')}`, 'after'],
    ['itemId=BR-001', 'itemId'],
    ['field=', 'field'],
    ['field=%00', 'field'],
    ['fields=Height', 'fields'],
  ] as const) {
    const { status, body } = await person.get(`/api/v1/inspections/${id}/revisions?${query}`);
    assert.deepEqual([status, body.errors[0].field], [422, field], query);
  }
  assert.equal((await person.get('/api/v1/inspections/x/revisions')).status, 404);
});
