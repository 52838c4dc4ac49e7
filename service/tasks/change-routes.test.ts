import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { parseToken } from '#service/changes/change-token.ts';
import { raiseReaderFloor } from '#service/changes/reader-floor.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run } from '#service/database/statement.ts';
import { type Caller, draft } from '#service/testing/caller.ts';
import { addPerson } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';

type Entry = { id: string; externalId: string; title: string | null; state: number; isDeleted: boolean };
type Page = { results: Entry[]; nextChangeToken: string; nextLink: string };

const CHANGES = '/api/services/custom/externaltask/GetChanges';

const follow = async (caller: Caller, token?: string, wait = ''): Promise<Page> => {
  const response = await caller.get(`${CHANGES}${token === undefined ? '' : `?changeToken=${token}`}${wait}`);
  assert.equal(response.body.success, true, JSON.stringify(response.body));
  return response.body.result;
};

test('a change token returns each later change of a task once, including its deletion', async (t) => {
  const erp = await (await startService(t)).as('erp');
  await erp.task('post', draft());
  const created = await follow(erp);
  assert.deepEqual(
    created.results.map(({ externalId, state }) => [externalId, state]),
    [['WO-1', 1]],
  );

  await erp.task('put', draft({ title: 'Changed' }));
  const edited = await follow(erp, created.nextChangeToken);
  assert.deepEqual(
    edited.results.map(({ title }) => title),
    ['Changed'],
  );

  await erp.task('delete', { externalTaskIds: ['WO-1'] });
  const deleted = await follow(erp, edited.nextChangeToken);
  assert.deepEqual(
    deleted.results.map(({ isDeleted }) => isDeleted),
    [true],
  );

  const unchanged = await follow(erp, deleted.nextChangeToken);
  assert.deepEqual(unchanged.results, deleted.results);
  assert.equal(unchanged.nextChangeToken, deleted.nextChangeToken);
});

test('a page has at most 500 changes, and nextLink leads to the next page', async (t) => {
  const service = await startService(t);
  const erp = await service.as('erp');
  for (let i = 0; i < 520; i += 20) {
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => erp.task('post', draft({ externalId: `WO-${i + n}` }))),
    );
  }
  const first = await follow(erp);
  assert.equal(first.results.length, 500);
  const rest = await erp.get(first.nextLink.replace(service.url, ''));
  assert.equal(rest.body.result.results.length, 20);
  const externalIds = new Set(
    [...first.results, ...rest.body.result.results].map(({ externalId }) => externalId),
  );
  assert.equal(externalIds.size, 520);
});

test('the highest token jumps to the latest change', async (t) => {
  const erp = await (await startService(t)).as('erp');
  const empty = await follow(erp, '__________8');
  assert.deepEqual([empty.results, empty.nextChangeToken], [[], 'AAAAAAAAAAA']);
  await erp.task('post', draft({ externalId: 'WO-1' }));
  await erp.task('post', draft({ externalId: 'WO-2' }));
  for (const token of ['__________8', '_________8', '__________w']) {
    assert.deepEqual(
      (await follow(erp, token)).results.map(({ externalId }) => externalId),
      ['WO-2'],
    );
  }
});

test('a request that waits for changes returns as soon as there is one', async (t) => {
  const erp = await (await startService(t)).as('erp');
  await erp.task('post', draft());
  const { nextChangeToken } = await follow(erp);
  const waiting = follow(erp, nextChangeToken, '&wait=60');
  await erp.task('put', draft({ title: 'News' }));
  assert.deepEqual(
    (await waiting).results.map(({ title }) => title),
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

/** The service with a user who follows the changes of certain teams, at first of Bridges. */
const startWithFollower = async (t: TestContext) => {
  const { as, database, organisation } = await startService(t);
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
  return { erp, admin, follower, organisation, moveTo };
};

test('a reader of certain teams sees a task that leaves them as deleted, and starts over when its own teams change', async (t) => {
  const { erp, follower, moveTo } = await startWithFollower(t);
  await erp.task('post', draft({ externalId: 'WO-1', assignedUserName: 'bram' }));
  await erp.task('post', draft({ externalId: 'WO-2', assignedUserName: 'bram', teamName: 'Locks' }));
  const first = await follow(follower);
  assert.deepEqual(
    first.results.map(({ externalId }) => externalId),
    ['WO-1'],
  );

  await erp.task('put', draft({ externalId: 'WO-1', assignedUserName: 'bram', teamName: 'Locks' }));
  const second = await follow(follower, first.nextChangeToken);
  assert.deepEqual(
    second.results.map(({ externalId, isDeleted, title }) => [externalId, isDeleted, title]),
    [['WO-1', true, null]],
  );

  await moveTo('Locks');
  // Its own token; the process remembers the old teams for it.
  const again = await follow(follower, second.nextChangeToken);
  assert.deepEqual(again.results.map(({ externalId }) => externalId).sort(), ['WO-1', 'WO-2']);
  assert.ok(
    parseToken(again.nextChangeToken) > parseToken(second.nextChangeToken),
    'tokens never go backwards',
  );
  const after = await follow(follower, again.nextChangeToken);
  assert.equal(after.nextChangeToken, again.nextChangeToken);
});

test("a reader of certain teams can use another reader's token, and gets no earlier changes", async (t) => {
  const { erp, follower } = await startWithFollower(t);
  await erp.task('post', draft({ externalId: 'WO-1', assignedUserName: 'bram' }));
  await erp.task('post', draft({ externalId: 'WO-2', assignedUserName: 'bram', teamName: 'Locks' }));
  const { nextChangeToken } = await follow(erp);
  const page = await follow(follower, nextChangeToken);
  assert.deepEqual(
    page.results.map(({ externalId }) => externalId),
    ['WO-1'],
  );
  assert.equal(page.nextChangeToken, nextChangeToken);
});

test('a reader whose teams change while it waits gets the changes that it may see now', async (t) => {
  const { erp, follower, moveTo } = await startWithFollower(t);
  await erp.task('post', draft({ externalId: 'WO-1', assignedUserName: 'bram' }));
  await erp.task('post', draft({ externalId: 'WO-2', assignedUserName: 'bram', teamName: 'Locks' }));
  const { nextChangeToken } = await follow(follower);
  const waiting = follow(follower, nextChangeToken, '&wait=60');
  await moveTo('Locks');
  await erp.task('post', draft({ externalId: 'WO-3', assignedUserName: 'bram', teamName: 'Locks' }));
  const { results } = await waiting;
  assert.ok(
    results.some(({ externalId }) => externalId === 'WO-2'),
    'an earlier task that has become visible',
  );
});

test('returns 401 to a reader whose account is disabled while it waits', async (t) => {
  const { erp, admin, follower, organisation } = await startWithFollower(t);
  await erp.task('post', draft({ assignedUserName: 'bram' }));
  const { nextChangeToken } = await follow(follower);
  const waiting = follower.get(`${CHANGES}?changeToken=${nextChangeToken}&wait=60`);
  const disabled = await admin.request('PATCH', `/api/v1/users/${organisation.userIds.follower}`, {
    isActive: false,
  });
  assert.equal(disabled.status, 200, JSON.stringify(disabled.body));
  await erp.task('put', draft({ title: 'Secret', assignedUserName: 'bram' }));
  assert.equal((await waiting).status, 401);
});

test('an inspection without a task is in the feed with hasTask false', async (t) => {
  const { as, organisation } = await startService(t);
  const [erp, anna] = await Promise.all(['erp', 'anna'].map(as));
  const started = await anna!.post('/api/v1/inspections', {
    workbookId: organisation.workbookIds.BridgeInspection,
    teamId: organisation.teamIds.Bridges,
    items: ['BR-002', 'BR-001'],
  });
  assert.equal(started.status, 201, JSON.stringify(started.body));
  const { results } = await follow(erp!);
  const [entry] = results as unknown as Record<string, unknown>[];
  assert.deepEqual(
    [entry!.hasTask, entry!.id, entry!.externalId, entry!.inspectionId, entry!.title, entry!.state],
    [false, started.body.id, started.body.id, started.body.id, 'Bridge inspection', 2],
  );
  assert.deepEqual(entry!.inspectedItems, ['BR-002', 'BR-001']);
});
