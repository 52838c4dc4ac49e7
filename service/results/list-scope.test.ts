import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addInspection } from '#service/testing/add-inspection.ts';
import {
  INSPECTION_LIST,
  listInspectionIds,
  startWithInspections,
} from '#service/testing/inspection-list.ts';
import { createOrganisation, grantToken } from '#service/testing/organisation.ts';

type Row = { id: string };

test('users see their own inspections and, if permitted, those of their teams', async (t) => {
  const { add, as, anonymous } = await startWithInspections(t);
  const annasInspection = await add();
  const bramsInspection = await add({ user: 'bram', team: 'Locks', startedAt: '2026-02-01T08:00:00Z' });
  const coordinatorsInspection = await add({
    user: 'coordinator',
    team: 'Locks',
    startedAt: '2026-01-01T08:00:00Z',
  });
  const visible: [name: string, ids: string[]][] = [
    ['erp', [annasInspection, bramsInspection, coordinatorsInspection]],
    ['admin', [annasInspection, bramsInspection, coordinatorsInspection]],
    ['viewer', [annasInspection]],
    ['coordinator', [annasInspection, coordinatorsInspection]],
    ['anna', [annasInspection]],
    ['bram', [bramsInspection]],
  ];
  for (const [name, ids] of visible) assert.deepEqual(await listInspectionIds(await as(name)), ids, name);
  const anna = await as('anna');
  assert.deepEqual(await listInspectionIds(anna, `after=${annasInspection}`), []);
  const hidden = await anna.get(`${INSPECTION_LIST}?after=${bramsInspection}`);
  assert.deepEqual([hidden.status, hidden.body.errors[0].field], [422, 'after']);
  assert.equal((await anonymous.get(INSPECTION_LIST)).status, 401);
});

test("users can neither see another tenant's inspections nor use their IDs as a cursor", async (t) => {
  const { add, as, db, url, organisation } = await startWithInspections(t);
  const other = await createOrganisation(db, 'other');
  const otherInspection = await addInspection(db, other, { result: {} });
  const ownInspection = await add();
  const erp = await as('erp');
  assert.deepEqual(await listInspectionIds(erp), [ownInspection]);
  assert.equal((await erp.get(`${INSPECTION_LIST}?after=${otherInspection}`)).status, 422);
  for (const query of [
    `teamId=${other.teamIds.Bridges}`,
    `workbookId=${other.versionIds.Railing}`,
    `definitionId=${other.workbookIds.Railing}`,
  ]) {
    assert.deepEqual(await listInspectionIds(erp, query), [], query);
  }
  const token = await grantToken(db, other.tenantId, other.userIds.erp!);
  const response = await fetch(`${url}${INSPECTION_LIST}`, { headers: { authorization: `Bearer ${token}` } });
  const { inspections } = (await response.json()) as { inspections: Row[] };
  assert.deepEqual(
    inspections.map(({ id }) => id),
    [otherInspection],
  );
  assert.notEqual(organisation.tenantId, other.tenantId);
});

test('an invalid query returns 422 with the field, its value and the valid values', async (t) => {
  const { as } = await startWithInspections(t);
  const erp = await as('erp');
  const rejected: [query: string, field: string, message: RegExp][] = [
    ['limit=0', 'limit', /a whole number from 1 to 500.*"0" was given/],
    ['limit=501', 'limit', /"501" was given/],
    ['limit=5e1', 'limit', /"5e1"/],
    ['limit=', 'limit', /""/],
    ['after=x', 'after', /must be a UUID; "x" was given/],
    [
      'after=00000000-0000-0000-0000-000000000000',
      'after',
      /ID of an inspection that you can see; there is none with the ID '0000/,
    ],
    ['order=best', 'order', /one of newest, oldest; "best" was given/],
    ['include=everything', 'include', /answers.*"everything"/],
    ['state=closed', 'state', /Active, Closed and Canceled.*"closed"/],
    ['state=Assigned', 'state', /"Assigned"/],
    ['state=Closed,', 'state', /"Closed,"/],
    ['teamId=1', 'teamId', /must be a UUID; "1" was given/],
    ["teamId='%20or%201=1--", 'teamId', /must be a UUID/],
    ['userId=anna', 'userId', /the ID of a user; "anna" was given/],
    ['userId=9999999999999999', 'userId', /ID of a user/],
    ['userId=-1', 'userId', /"-1"/],
    ['failed=1', 'failed', /one of true, false; "1" was given/],
    ['approved=yes', 'approved', /one of true, false; "yes" was given/],
    ['completedFrom=2026-03-01', 'completedFrom', /with time zone.*'2026-03-01' was given/],
    ['completedTo=2026-02-30T00:00:00Z', 'completedTo', /'2026-02-30T00:00:00Z'/],
    ['startedFrom=2026-03-01T00:00:00+01:00', 'startedFrom', /encode the plus sign as %2B/],
    ['startedTo=0001-01-01T00:00:00Z', 'startedTo', /'0001-01-01T00:00:00Z'/],
    [`changedAfter=${'9'.repeat(5_000)}`, 'changedAfter', /at most 40 characters/],
    ['completedFron=x', 'completedFron', /is unknown\. Did you mean 'completedFrom'\?/],
    ['State=Closed', 'State', /is unknown\. Did you mean 'state'\?/],
    ['$filter=x', '$filter', /is unknown\. Known fields: .*\bstate\b.*\.$/],
    ['state=Closed&state=Active', 'state', /must be a string; a list of 2 values was given/],
    ['teamId=%ff', 'teamId', /must be a string; null was given/],
    ['teamId=%00', 'teamId', /must be a UUID/],
    ['__proto__=1', '__proto__', /is unknown/],
  ];
  for (const [query, field, message] of rejected) {
    const { status, body } = await erp.get(`${INSPECTION_LIST}?${query}`);
    assert.deepEqual(
      [status, body.errors?.map((error: { field: string }) => error.field)],
      [422, [field]],
      query,
    );
    assert.match(body.errors[0].message, message, query);
  }
  const { body } = await erp.get(`${INSPECTION_LIST}?limit=0&state=x&teamId=y`);
  assert.equal(body.errors.length, 3);
});
