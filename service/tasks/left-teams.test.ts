import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { run } from '#service/database/statement.ts';
import { type Caller, taskBody } from '#service/testing/caller.ts';
import { addPerson } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';

/* A feed reader keeps a copy of the tasks, which must end up equal to the list of tasks that it can see. */

const TEAMS = ['Bridges', 'Locks'] as const;
type Team = (typeof TEAMS)[number];
type Entry = { id: string; externalId: string; title: string | null; isDeleted: boolean };

const startWithFollower = async (t: TestContext) => {
  const { as, database, organisation } = await startService(t);
  const { db } = database;
  await run(
    db,
    `insert into role (tenant_id, name, is_tenant_wide, permissions)
     values ($1, 'Team follower', false, '{Changes.Read,Tasks.Read}'), ($1, 'Tenant follower', true, '{Changes.Read,Tasks.Read}')`,
    [organisation.tenantId],
  );
  const [erp, admin] = [await as('erp'), await as('admin')];
  let followerCount = 0;
  /** Adds a member of the given teams with an empty copy of the feed. */
  const addFollower = async (teams: readonly Team[]) => {
    const userName = `follower${++followerCount}`;
    const userId = await addPerson(db, organisation, {
      userName,
      role: 'Team follower',
      memberOf: { Viewer: [...teams] },
    });
    organisation.userIds[userName] = userId;
    const caller = await as(userName);
    const setMember = async (team: Team, isMember: boolean) => {
      const path = `/api/v1/teams/${organisation.teamIds[team]}/groups/Viewer/members/${userId}`;
      const { status, body } = await admin.request(isMember ? 'PUT' : 'DELETE', path);
      assert.ok(status < 300, `${status} ${JSON.stringify(body)}`);
    };
    const setTenantWide = async (isTenantWide: boolean) => {
      const roles = [isTenantWide ? 'Tenant follower' : 'Team follower'];
      const { status, body } = await admin.request('PATCH', `/api/v1/users/${userId}`, { roles });
      assert.ok(status < 300, JSON.stringify(body));
    };
    return { ...createCopy(caller), setMember, setTenantWide };
  };
  return { erp, addFollower };
};

const createCopy = (caller: Caller) => {
  const entriesById = new Map<string, Entry>();
  let token: string | undefined;
  return {
    entriesById,
    /** Reads one page, which must be the last, and returns its entries. */
    readChanges: async (): Promise<Entry[]> => {
      const query = token === undefined ? '' : `?changeToken=${token}`;
      const { body } = await caller.get(`/api/services/custom/externaltask/GetChanges${query}`);
      assert.equal(body.success, true, JSON.stringify(body));
      assert.ok(body.result.results.length < 500);
      for (const entry of body.result.results as Entry[]) {
        if (entry.isDeleted) entriesById.delete(entry.id);
        else entriesById.set(entry.id, entry);
      }
      token = body.result.nextChangeToken;
      return body.result.results;
    },
    listCopiedTitles: () => [...entriesById.values()].map(({ title }) => title).sort(),
    listVisibleTitles: async (): Promise<string[]> => {
      const { body } = await caller.get('/api/services/custom/externaltask/getall?%24top=500');
      assert.equal(body.success, true, JSON.stringify(body));
      return body.result.results.map(({ title }: { title: string }) => title).sort();
    },
  };
};

const createTask = (erp: Caller, externalId: string, teamName: Team) =>
  erp.task('post', taskBody({ externalId, title: externalId, teamName, assignedUserName: 'bram' }));

test("a reader that leaves a team gets tombstones for the team's tasks, with only their IDs", async (t) => {
  const { erp, addFollower } = await startWithFollower(t);
  const { readChanges, listCopiedTitles, entriesById, setMember } = await addFollower(['Bridges', 'Locks']);
  await createTask(erp, 'WO-1', 'Bridges');
  for (let n = 2; n <= 10; n++) await createTask(erp, `WO-${n}`, 'Locks');
  await readChanges();
  assert.equal(entriesById.size, 10);

  await setMember('Locks', false);
  await createTask(erp, 'WO-11', 'Locks');
  await erp.task(
    'put',
    taskBody({ externalId: 'WO-2', title: 'Changed', teamName: 'Locks', assignedUserName: 'bram' }),
  );
  const entries = await readChanges();
  assert.deepEqual(listCopiedTitles(), ['WO-1'], 'no tasks of the team remain');
  const tombstones = entries.filter(({ isDeleted }) => isDeleted);
  assert.equal(tombstones.length, 9);
  for (const entry of tombstones) {
    const { id, externalId, isDeleted, ...rest } = entry as Entry & { hasTask: boolean };
    assert.deepEqual(
      Object.entries(rest).filter(([, value]) => value !== null),
      [['hasTask', true]],
    );
  }
  assert.ok(
    !tombstones.some(({ externalId }) => externalId === 'WO-11'),
    'a task that was created after the reader had left gets no tombstone',
  );
});

test('a reader that loses tenant-wide access gets tombstones for tasks of teams it does not belong to', async (t) => {
  const { erp, addFollower } = await startWithFollower(t);
  const { readChanges, listCopiedTitles, setTenantWide } = await addFollower(['Bridges']);
  await setTenantWide(true);
  await createTask(erp, 'WO-1', 'Bridges');
  await createTask(erp, 'WO-2', 'Locks');
  await readChanges();
  assert.deepEqual(listCopiedTitles(), ['WO-1', 'WO-2']);
  await setTenantWide(false);
  await createTask(erp, 'WO-3', 'Locks');
  const entries = await readChanges();
  assert.deepEqual(listCopiedTitles(), ['WO-1']);
  assert.ok(
    !entries.some(({ externalId }) => externalId === 'WO-3'),
    'a task that the reader never saw gets no tombstone',
  );
});

test('a task that moves into a team after the reader left it is not disclosed', async (t) => {
  const { erp, addFollower } = await startWithFollower(t);
  const { readChanges, listCopiedTitles, setMember } = await addFollower(['Locks']);
  await createTask(erp, 'WO-1', 'Bridges');
  await createTask(erp, 'WO-2', 'Locks');
  await readChanges();
  await setMember('Locks', false);
  const movedTask = taskBody({
    externalId: 'WO-1',
    title: 'WO-1',
    teamName: 'Locks',
    assignedUserName: 'bram',
  });
  await erp.task('put', movedTask);
  const entries = await readChanges();
  assert.deepEqual(listCopiedTitles(), []);
  assert.deepEqual(
    entries.map(({ externalId }) => externalId),
    ['WO-2'],
  );
});

type Step =
  | { kind: 'create' | 'move'; task: number; team: Team }
  | { kind: 'delete'; task: number }
  | { kind: 'member'; team: Team; isMember: boolean }
  | { kind: 'tenant-wide'; isTenantWide: boolean }
  | { kind: 'read' };

const [task, team] = [fc.nat(3), fc.constantFrom(...TEAMS)];
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('create', 'move'), task, team }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete'), task }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('member'), team, isMember: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('tenant-wide'), isTenantWide: fc.boolean() }) },
  { weight: 4, arbitrary: fc.constant({ kind: 'read' }) },
);

test("whatever happens to tasks and memberships, a reader's copy of the feed ends up equal to the list", async (t) => {
  const { erp, addFollower } = await startWithFollower(t);
  let runCount = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
      const name = `run ${++runCount}`;
      const follower = await addFollower(['Bridges']);
      const joinedTeams = new Set<Team>(['Bridges']);
      let wasTenantWide = false;
      const teamsByTask = new Map<string, Set<Team>>();
      const callOperation = async (operation: string, body: unknown) =>
        (
          await erp.request(
            operation === 'put' ? 'PUT' : operation === 'delete' ? 'DELETE' : 'POST',
            `/api/services/custom/externaltask/${operation}`,
            body,
          )
        ).body.success as boolean;
      const checkCopy = async () => {
        const entries = await follower.readChanges();
        assert.deepEqual(follower.listCopiedTitles(), await follower.listVisibleTitles());
        for (const { externalId } of entries) {
          if (!externalId.startsWith(name)) continue;
          const teams = teamsByTask.get(externalId)!;
          assert.ok(
            wasTenantWide || teams.intersection(joinedTeams).size > 0,
            `${externalId} should never be visible`,
          );
        }
      };
      for (const step of steps) {
        if (step.kind === 'read') await checkCopy();
        if (step.kind === 'member') {
          await follower.setMember(step.team, step.isMember);
          if (step.isMember) joinedTeams.add(step.team);
        }
        if (step.kind === 'tenant-wide') {
          await follower.setTenantWide(step.isTenantWide);
          wasTenantWide ||= step.isTenantWide;
        }
        if (!('task' in step)) continue;
        const externalId = `${name} ${step.task}`;
        if (step.kind === 'delete') await callOperation('delete', { externalTaskIds: [externalId] });
        else {
          const body = taskBody({
            externalId,
            title: externalId,
            teamName: step.team,
            assignedUserName: 'bram',
          });
          const isWritten = await callOperation(step.kind === 'create' ? 'post' : 'put', body);
          if (isWritten)
            teamsByTask.set(externalId, (teamsByTask.get(externalId) ?? new Set()).add(step.team));
        }
      }
      await checkCopy();
    }),
    { numRuns: 20 },
  );
});
