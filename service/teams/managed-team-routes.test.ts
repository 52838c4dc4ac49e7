import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { type CallerResponse, taskBody } from '#service/testing/caller.ts';
import { manage } from '#service/testing/manage-people.ts';
import { startService } from '#service/testing/start-service.ts';

const TEAMS = '/api/v1/teams';
const ANY_REVISION = { 'if-match': '*' };

const start = async (t: TestContext) => {
  const service = await startService(t);
  return { service, ...service.organisation, ...(await manage(service)) };
};

test('a new team has four empty groups', async (t) => {
  const { admin } = await start(t);
  const createResponse = await admin.post(TEAMS, { title: 'Quays', timeZone: 'Europe/Amsterdam' });
  assert.equal(createResponse.status, 201, JSON.stringify(createResponse.body));
  const { id, creationTime, ...team } = createResponse.body;
  assert.match(creationTime, /^\d{4}-.*Z$/);
  assert.deepEqual(team, {
    title: 'Quays',
    description: '',
    isActive: true,
    timeZone: 'Europe/Amsterdam',
    language: 'en',
    memberCount: 0,
    canEdit: true,
    revision: 1,
  });
  const { groups } = (await admin.get(`${TEAMS}/${id}/groups`)).body;
  assert.deepEqual(
    groups.map(({ name, members }: { name: string; members: [] }) => [name, members]),
    ['Administrators', 'Coordinators', 'Inspectors', 'Viewer'].map((name) => [name, []]),
  );
  const workAreas = (await admin.get('/api/services/app/workArea/Get')).body.result.results;
  assert.ok(
    workAreas.some((team: { id: string; title: string }) => team.id === id && team.title === 'Quays'),
  );
});

test("another team's title is rejected, whatever its case, even in concurrent requests", async (t) => {
  const { admin, service } = await start(t);
  const assertTaken = ({ status, body }: CallerResponse, title: string) => {
    const message = `There is already a team with the title '${title}'.`;
    assert.deepEqual([status, body.errors], [409, [{ field: 'title', message }]]);
  };
  assertTaken(await admin.post(TEAMS, { title: 'BRIDGES' }), 'BRIDGES');
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      admin.post(TEAMS, { title: index % 2 ? 'Œuvres É' : 'œUVRES é' }),
    ),
  );
  assert.deepEqual(responses.map(({ status }) => status).sort(), [201, ...Array(19).fill(409)]);
  const { id } = responses.find(({ status }) => status === 201)!.body;
  const rename = (title: string) => admin.request('PATCH', `${TEAMS}/${id}`, { title }, ANY_REVISION);
  assertTaken(await rename('locks'), 'locks');
  assert.equal((await rename('ŒUVRES É')).status, 200, 'its own title in another case');
  // Titles need to be unique only within an organisation.
  assert.equal((await (await service.asOtherTenant('admin')).post(TEAMS, { title: 'Quays' })).status, 201);
  assert.equal((await admin.post(TEAMS, { title: 'quays' })).status, 201);
});

test('team titles are compared in Unicode normalization form C', async (t) => {
  const { admin, service } = await start(t);
  const [composed, decomposed] = ['Île Sainte-Hélène'.normalize('NFC'), 'Île Sainte-Hélène'.normalize('NFD')];
  const createResponse = await admin.post(TEAMS, { title: decomposed });
  assert.deepEqual([createResponse.status, createResponse.body.title], [201, composed]);
  assert.equal((await admin.post(TEAMS, { title: composed })).status, 409);
  assert.equal((await admin.post(TEAMS, { title: decomposed.toUpperCase() })).status, 409);
  const { body: other } = await admin.post(TEAMS, { title: 'Quays' });
  const renamed = await admin.request('PATCH', `${TEAMS}/${other.id}`, { title: decomposed }, ANY_REVISION);
  assert.equal(renamed.status, 409);
  const erp = await service.as('erp');
  const { message } = await erp.taskError('post', taskBody({ teamName: decomposed }));
  assert.doesNotMatch(message, /no team/i, 'finds the team');
});

test('the team list contains each team once, page by page and ordered by title', async (t) => {
  const { admin, service } = await start(t);
  for (const title of ['quays 2', 'Quays', 'QUAYS 3', 'Tunnels'])
    assert.equal((await admin.post(TEAMS, { title })).status, 201);
  const titles: string[] = [];
  for (let query = '?limit=2'; ; ) {
    const { body } = await admin.get(TEAMS + query);
    titles.push(...body.teams.map(({ title }: { title: string }) => title));
    if (body.next === null) break;
    query = `?limit=2&after=${body.next}`;
  }
  assert.deepEqual(
    titles.map((title) => title.toLowerCase()),
    ['bridges', 'locks', 'quays', 'quays 2', 'quays 3', 'tunnels'],
  );
  assert.equal((await admin.get(`${TEAMS}?text=QUA`)).body.teams.length, 3);
  const coordinator = await service.as('coordinator');
  const visibleTeams = (await coordinator.get(TEAMS)).body.teams;
  assert.deepEqual(
    visibleTeams.map(({ title, canEdit, memberCount }: Record<string, unknown>) => [
      title,
      canEdit,
      memberCount,
    ]),
    [['Bridges', false, 5]],
  );
  assert.equal((await admin.get(`${TEAMS}?after=bm90IGFuIGlk`)).status, 422);
});

test('editing a team requires If-Match, and invalid values are rejected', async (t) => {
  const { admin, teamIds, events } = await start(t);
  const path = `${TEAMS}/${teamIds.Locks}`;
  const edit = (body: object, headers: Record<string, string> = ANY_REVISION) =>
    admin.request('PATCH', path, body, headers);
  assert.equal((await edit({ isActive: false }, {})).status, 428);
  assert.equal((await edit({ isActive: false, language: 'nl' }, { 'if-match': '"1"' })).body.revision, 2);
  assert.equal((await edit({ isActive: true }, { 'if-match': '"1"' })).status, 412);
  for (const [body, message] of [
    [{ timeZone: 'Europe/Amsterdm' }, /Did you mean 'Europe\/Amsterdam'\?$/],
    [{ timeZone: '+01:00' }, /IANA/],
    [{ language: 'dutch' }, /BCP 47/],
    [{ title: ' Locks' }, /not start or end with spaces/],
    [{ groups: {} }, /is unknown/],
  ] as const) {
    const response = await edit(body);
    assert.equal(response.status, 422);
    assert.match(response.body.errors[0].message, message);
  }
  assert.deepEqual(
    (await events(`targetType=team`)).map(({ kind, details }) => [kind, details]),
    [
      [
        'team.edited',
        { before: { isActive: true, language: 'en' }, after: { isActive: false, language: 'nl' } },
      ],
    ],
  );
});

test('renaming a team makes its tasks appear in the change feed with the new title', async (t) => {
  const { admin, service, teamIds } = await start(t);
  const erp = await service.as('erp');
  await erp.task('post', taskBody());
  const changes = '/api/services/custom/externaltask/GetChanges';
  const { nextChangeToken } = (await erp.get(changes)).body.result;
  await admin.request('PATCH', `${TEAMS}/${teamIds.Bridges}`, { title: 'Big bridges' }, ANY_REVISION);
  const { result } = (await erp.get(`${changes}?changeToken=${nextChangeToken}`)).body;
  const json = JSON.stringify(result);
  assert.ok(json.includes('"workAreaTitle":"Big bridges"'), json);
});

test('adding and removing members takes effect immediately, is audited once, and resets their change feed', async (t) => {
  const { admin, service, teamIds, userIds, events } = await start(t);
  const viewer = await service.as('viewer');
  const memberPath = (group: string, userName: string) =>
    `${TEAMS}/${teamIds.Locks}/groups/${group}/members/${userIds[userName]}`;
  const readTeamIds = async () => (await viewer.get('/api/v1/me')).body.teamIds as string[];
  const listReaders = async () =>
    (await run<{ user_id: number }>(service.database.db, 'select user_id from feed_reader', [])).map(
      ({ user_id }) => user_id,
    );
  assert.equal((await admin.request('PUT', memberPath('Viewer', 'viewer'))).status, 204);
  assert.equal((await admin.request('PUT', memberPath('VIEWER', 'viewer'))).status, 204);
  assert.equal((await readTeamIds()).length, 2);
  assert.deepEqual(await listReaders(), [userIds.viewer]);
  const { groups } = (await viewer.get(`${TEAMS}/${teamIds.Locks}/groups`)).body;
  assert.deepEqual(groups[3].members, [
    { id: userIds.viewer, userName: 'viewer', name: 'viewer', surname: '', isActive: true },
  ]);
  assert.equal((await admin.request('DELETE', memberPath('Viewer', 'viewer'))).status, 204);
  assert.equal((await admin.request('DELETE', memberPath('Viewer', 'viewer'))).status, 204);
  assert.equal((await readTeamIds()).length, 1);
  const auditEvents = await events('kind=team.members-changed');
  assert.deepEqual(
    auditEvents.map(({ targetName, details }) => [targetName, details]),
    [
      ['Locks, Viewer', { teamId: teamIds.Locks, group: 'Viewer', added: ['viewer'], removed: [] }],
      ['Locks, Viewer', { teamId: teamIds.Locks, group: 'Viewer', added: [], removed: ['viewer'] }],
    ],
  );
  assert.equal((await admin.request('PUT', memberPath('Visitors', 'viewer'))).status, 404);
  assert.equal((await admin.request('PUT', `${memberPath('Viewer', 'nobody')}`)).status, 404);
});

test('candidates for membership are listed page by page, without inactive users', async (t) => {
  const { admin, service, teamIds } = await start(t);
  const candidates = `${TEAMS}/${teamIds.Locks}/candidates`;
  const userNames: string[] = [];
  for (let query = '?limit=2'; ; ) {
    const { users, next } = (await admin.get(candidates + query)).body;
    userNames.push(...users.map(({ userName }: { userName: string }) => userName));
    if (next === null) break;
    query = `?limit=2&after=${next}`;
  }
  assert.deepEqual(userNames, ['admin', 'anna', 'bram', 'coordinator', 'erp', 'viewer']);
  assert.equal((await (await service.as('viewer')).get(candidates)).status, 403);
});

test('a manager of certain teams can neither change other teams nor create teams', async (t) => {
  const { admin, service, teamIds, userIds, add } = await start(t);
  const role = { name: 'Foreman', isTenantWide: false, permissions: ['Teams.Read', 'Teams.Manage'] };
  assert.equal((await admin.post('/api/v1/roles', role)).status, 201);
  const id = await add({ userName: 'foreman', roles: ['Foreman'] });
  const memberPath = (team: string, user: number) =>
    `${TEAMS}/${teamIds[team]}/groups/Inspectors/members/${user}`;
  await admin.request('PUT', memberPath('Locks', id));
  const foreman = await service.as('foreman');
  const locks = (await foreman.get(`${TEAMS}/${teamIds.Locks}`)).body;
  assert.equal(locks.canEdit, true);
  const candidates = `${TEAMS}/${teamIds.Locks}/candidates`;
  const { users } = (await foreman.get(`${candidates}?text=ANN`)).body;
  assert.deepEqual(users, [
    { id: userIds.anna, userName: 'anna', name: 'anna', surname: '', isService: false },
  ]);
  assert.equal((await foreman.request('PUT', memberPath('Locks', userIds.anna!))).status, 204);
  assert.equal(
    (await foreman.request('PATCH', `${TEAMS}/${teamIds.Locks}`, { title: 'L' }, ANY_REVISION)).status,
    200,
  );
  for (const [method, path, body] of [
    ['GET', `${TEAMS}/${teamIds.Bridges}`],
    ['GET', `${TEAMS}/${teamIds.Bridges}/groups`],
    ['GET', `${TEAMS}/${teamIds.Bridges}/candidates`],
    ['PATCH', `${TEAMS}/${teamIds.Bridges}`, { title: 'B' }],
    ['PUT', memberPath('Bridges', id)],
    ['DELETE', memberPath('Bridges', userIds.anna!)],
    ['GET', `${TEAMS}/none`],
  ] as const) {
    assert.equal((await foreman.request(method, path, body, ANY_REVISION)).status, 404, `${method} ${path}`);
  }
  assert.equal((await foreman.post(TEAMS, { title: 'Mine' })).status, 403);
  const viewer = await service.as('viewer');
  assert.equal((await viewer.request('PUT', memberPath('Bridges', userIds.viewer!))).status, 403);
});

test("an administrator cannot see or change another organisation's teams and users", async (t) => {
  const { service, teamIds, userIds } = await start(t);
  const otherAdmin = await service.asOtherTenant('admin');
  const [team] = (await otherAdmin.get(TEAMS)).body.teams;
  const addMember = (teamId: string, userId: number) =>
    otherAdmin.request('PUT', `${TEAMS}/${teamId}/groups/Viewer/members/${userId}`);
  assert.equal((await addMember(teamIds.Bridges!, userIds.anna!)).status, 404);
  assert.equal((await addMember(team.id, userIds.anna!)).status, 404);
  assert.equal((await otherAdmin.get(`${TEAMS}/${teamIds.Bridges}`)).status, 404);
});
