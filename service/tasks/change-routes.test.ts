import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { parseToken } from '#service/changes/change-token.ts';
import { raiseReaderFloor } from '#service/changes/reader-floor.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run } from '#service/database/statement.ts';
import { type Caller, taskBody } from '#service/testing/caller.ts';
import { addPerson } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';
import { waitForLongPolls } from '#service/testing/wait-for-long-polls.ts';

type Entry = { id: string; externalId: string; title: string | null; state: number; isDeleted: boolean };
type Page = { results: Entry[]; nextChangeToken: string; nextLink: string };

const CHANGES = '/api/services/custom/externaltask/GetChanges';

/** Reads one page. The server waits up to `waitSeconds` for changes. */
const readChanges = async (
  caller: Caller,
  { token, waitSeconds }: { token?: string; waitSeconds?: number } = {},
): Promise<Page> => {
  const query = new URLSearchParams({
    ...(token !== undefined && { changeToken: token }),
    ...(waitSeconds !== undefined && { wait: String(waitSeconds) }),
  });
  const response = await caller.get(`${CHANGES}?${query}`);
  assert.equal(response.body.success, true, JSON.stringify(response.body));
  return response.body.result;
};

test('a change token returns each later change to a task once, including its deletion', async (t) => {
  const erp = await (await startService(t)).as('erp');
  await erp.task('post', taskBody());
  const createdPage = await readChanges(erp);
  assert.deepEqual(
    createdPage.results.map(({ externalId, state }) => [externalId, state]),
    [['WO-1', 1]],
  );

  await erp.task('put', taskBody({ title: 'Changed' }));
  const editedPage = await readChanges(erp, { token: createdPage.nextChangeToken });
  assert.deepEqual(
    editedPage.results.map(({ title }) => title),
    ['Changed'],
  );

  await erp.task('delete', { externalTaskIds: ['WO-1'] });
  const deletedPage = await readChanges(erp, { token: editedPage.nextChangeToken });
  assert.deepEqual(
    deletedPage.results.map(({ isDeleted }) => isDeleted),
    [true],
  );

  const unchangedPage = await readChanges(erp, { token: deletedPage.nextChangeToken });
  assert.deepEqual(unchangedPage.results, deletedPage.results);
  assert.equal(unchangedPage.nextChangeToken, deletedPage.nextChangeToken);
});

test('a page of tasks with many items ends after about 2 MB, and the next page continues from there', async (t) => {
  const { as, database, organisation } = await startService(t);
  const erp = await as('erp');
  const itemsToInspect = Array.from({ length: 1_000 }, (_, index) => `${index}`.padStart(256, 'x'));
  await run(
    database.db,
    `insert into item (tenant_id, item_id, content_type_id, external_id, title)
     select $1, gen_random_uuid(), content_type_id, external_id, ''
     from content_type, unnest($2::text[]) as external_id where tenant_id = $1`,
    [organisation.tenantId, itemsToInspect],
  );
  const externalIds = Array.from({ length: 20 }, (_, index) => `WO-${index}`);
  const task = { workbookName: 'BridgeInspection', itemsToInspect };
  for (const externalId of externalIds) await erp.task('post', taskBody({ ...task, externalId }));
  const pages: Page[] = [];
  for (let token: string | undefined; pages.flatMap(({ results }) => results).length < externalIds.length; ) {
    const page = await readChanges(erp, token === undefined ? {} : { token });
    assert.ok(JSON.stringify(page).length < 2_500_000);
    pages.push(page);
    token = page.nextChangeToken;
  }
  assert.equal(pages.length, 3);
  assert.deepEqual(
    pages.flatMap(({ results }) => results.map(({ externalId }) => externalId)),
    externalIds,
  );
});

test('a page has at most 500 changes, and nextLink leads to the next page', async (t) => {
  const service = await startService(t);
  const erp = await service.as('erp');
  for (let i = 0; i < 520; i += 20) {
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => erp.task('post', taskBody({ externalId: `WO-${i + n}` }))),
    );
  }
  const first = await readChanges(erp);
  assert.equal(first.results.length, 500);
  const rest = await erp.get(first.nextLink.replace(service.url, ''));
  assert.equal(rest.body.result.results.length, 20);
  const externalIds = new Set(
    [...first.results, ...rest.body.result.results].map(({ externalId }) => externalId),
  );
  assert.equal(externalIds.size, 520);
});

test('the highest token skips to the latest change', async (t) => {
  const erp = await (await startService(t)).as('erp');
  const empty = await readChanges(erp, { token: '__________8' });
  assert.deepEqual([empty.results, empty.nextChangeToken], [[], 'AAAAAAAAAAA']);
  await erp.task('post', taskBody({ externalId: 'WO-1' }));
  await erp.task('post', taskBody({ externalId: 'WO-2' }));
  for (const token of ['__________8', '_________8', '__________w']) {
    assert.deepEqual(
      (await readChanges(erp, { token })).results.map(({ externalId }) => externalId),
      ['WO-2'],
    );
  }
});

test('a waiting request gets a response as soon as there is a change', async (t) => {
  const erp = await (await startService(t)).as('erp');
  await erp.task('post', taskBody());
  const { nextChangeToken } = await readChanges(erp);
  const longPoll = readChanges(erp, { token: nextChangeToken, waitSeconds: 60 });
  await erp.task('put', taskBody({ title: 'News' }));
  assert.deepEqual(
    (await longPoll).results.map(({ title }) => title),
    ['News'],
  );
});

test('an unreadable change token is an error and does not restart the feed', async (t) => {
  const erp = await (await startService(t)).as('erp');
  for (const token of ['AAAAAAAAAA', 'AAAAAAAAAAB', 'AAAAAAAAAAA=', '!', '']) {
    const response = await erp.get(`${CHANGES}?changeToken=${encodeURIComponent(token)}`);
    assert.equal(response.status, 200);
    assert.equal(response.body.success, false, token);
    assert.equal(response.body.__abp, true);
  }
});

/** Starts the service with a user who follows one team, initially Bridges. */
const startWithFollower = async (t: TestContext) => {
  const service = await startService(t);
  const { as, database, organisation } = service;
  const { db } = database;
  const { tenantId, teamIds } = organisation;
  await run(
    db,
    `insert into role (tenant_id, name, is_tenant_wide, permissions) values ($1, 'Follower', false, '{Changes.Read}')`,
    [tenantId],
  );
  const userId = await addPerson(db, organisation, {
    userName: 'follower',
    role: 'Follower',
    memberOf: { Viewer: ['Bridges'] },
  });
  organisation.userIds.follower = userId;
  const moveTo = (team: string) =>
    inTransaction(db, async (trx) => {
      await run(trx, `update group_member set team_id = $3 where tenant_id = $1 and user_id = $2`, [
        tenantId,
        userId,
        teamIds[team],
      ]);
      await raiseReaderFloor(trx, tenantId, [userId]);
    });
  const [erp, admin, follower] = [await as('erp'), await as('admin'), await as('follower')];
  return { service, erp, admin, follower, organisation, moveTo };
};

test("to a reader limited to certain teams, a task that moves to another team appears as deleted; when the reader's own teams change, the feed starts over", async (t) => {
  const { erp, follower, moveTo } = await startWithFollower(t);
  await erp.task('post', taskBody({ externalId: 'WO-1', assignedUserName: 'bram' }));
  await erp.task('post', taskBody({ externalId: 'WO-2', assignedUserName: 'bram', teamName: 'Locks' }));
  const first = await readChanges(follower);
  assert.deepEqual(
    first.results.map(({ externalId }) => externalId),
    ['WO-1'],
  );

  await erp.task('put', taskBody({ externalId: 'WO-1', assignedUserName: 'bram', teamName: 'Locks' }));
  const second = await readChanges(follower, { token: first.nextChangeToken });
  assert.deepEqual(
    second.results.map(({ externalId, isDeleted, title }) => [externalId, isDeleted, title]),
    [['WO-1', true, null]],
  );

  await moveTo('Locks');
  // The token predates the move, and the process still caches the follower's old team.
  const restartedPage = await readChanges(follower, { token: second.nextChangeToken });
  assert.deepEqual(restartedPage.results.map(({ externalId }) => externalId).sort(), ['WO-1', 'WO-2']);
  assert.ok(
    parseToken(restartedPage.nextChangeToken) > parseToken(second.nextChangeToken),
    'tokens never go backwards',
  );
  const lastPage = await readChanges(follower, { token: restartedPage.nextChangeToken });
  assert.equal(lastPage.nextChangeToken, restartedPage.nextChangeToken);
});

test("a reader limited to certain teams can use another reader's token, and receives no earlier changes", async (t) => {
  const { erp, follower } = await startWithFollower(t);
  await erp.task('post', taskBody({ externalId: 'WO-1', assignedUserName: 'bram' }));
  await erp.task('post', taskBody({ externalId: 'WO-2', assignedUserName: 'bram', teamName: 'Locks' }));
  const { nextChangeToken } = await readChanges(erp);
  const page = await readChanges(follower, { token: nextChangeToken });
  assert.deepEqual(
    page.results.map(({ externalId }) => externalId),
    ['WO-1'],
  );
  assert.equal(page.nextChangeToken, nextChangeToken);
});

test('a reader whose teams change while it waits receives the changes it may now see', async (t) => {
  const { service, erp, follower, moveTo } = await startWithFollower(t);
  await erp.task('post', taskBody({ externalId: 'WO-1', assignedUserName: 'bram' }));
  await erp.task('post', taskBody({ externalId: 'WO-2', assignedUserName: 'bram', teamName: 'Locks' }));
  const { nextChangeToken } = await readChanges(follower);
  const longPoll = readChanges(follower, { token: nextChangeToken, waitSeconds: 60 });
  await waitForLongPolls(service, 1);
  await moveTo('Locks');
  await erp.task('post', taskBody({ externalId: 'WO-3', assignedUserName: 'bram', teamName: 'Locks' }));
  const { results } = await longPoll;
  assert.ok(
    results.some(({ externalId }) => externalId === 'WO-2'),
    'an earlier task that has become visible',
  );
});

test('a reader whose account is disabled while it waits gets a 401', async (t) => {
  const { service, erp, admin, follower, organisation } = await startWithFollower(t);
  await erp.task('post', taskBody({ assignedUserName: 'bram' }));
  const { nextChangeToken } = await readChanges(follower);
  const longPoll = follower.get(`${CHANGES}?changeToken=${nextChangeToken}&wait=60`);
  await waitForLongPolls(service, 1);
  const patchResponse = await admin.request('PATCH', `/api/v1/users/${organisation.userIds.follower}`, {
    isActive: false,
  });
  assert.equal(patchResponse.status, 200, JSON.stringify(patchResponse.body));
  await erp.task('put', taskBody({ title: 'Secret', assignedUserName: 'bram' }));
  assert.equal((await longPoll).status, 401);
});

test('an inspection without a task appears in the feed with hasTask false', async (t) => {
  const { as, organisation } = await startService(t);
  const [erp, anna] = await Promise.all(['erp', 'anna'].map(as));
  const inspectionResponse = await anna!.post('/api/v1/inspections', {
    workbookId: organisation.workbookIds.BridgeInspection,
    teamId: organisation.teamIds.Bridges,
    items: ['BR-002', 'BR-001'],
  });
  assert.equal(inspectionResponse.status, 201, JSON.stringify(inspectionResponse.body));
  const { results } = await readChanges(erp!);
  const [entry] = results as unknown as Record<string, unknown>[];
  const { id } = inspectionResponse.body;
  assert.deepEqual(
    [entry!.hasTask, entry!.id, entry!.externalId, entry!.inspectionId, entry!.title, entry!.state],
    [false, id, id, id, 'Bridge inspection', 2],
  );
  assert.deepEqual(entry!.inspectedItems, ['BR-002', 'BR-001']);
});
