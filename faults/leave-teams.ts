import { run } from '#service/database/statement.ts';
import { createCaller } from '#service/testing/caller.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { type Cleanup, createTenantCaller } from './deployment.ts';
import { FROM_THE_START, followFeed } from './follow-feed.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { createRandom } from './random.ts';
import { findErrors } from './server-process.ts';
import { startSystem } from './start-system.ts';
import { createTaskBody } from './task-view.ts';

const TEAMS = ['Bridges', 'Locks'];
const WRITERS = 3;

/**
 * A reader that sees only its own teams follows the feed while it leaves and joins teams, and while tasks are
 * created, moved and deleted (R26). In the end, its copy must contain exactly its teams' tasks.
 */
export const leaveTeams = async (
  cleanup: Cleanup,
  { moves, seed }: { moves: number; seed: number },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const { server, db, tenant } = await startSystem(cleanup);
  const { tenantId, teamIds, userIds } = tenant.organisation;
  const [erp, follower] = [
    createTenantCaller(server.url, tenant, 'erp'),
    createTenantCaller(server.url, tenant, 'follower'),
  ];
  const admin = createCaller(server.url, await grantToken(db, tenantId, userIds.admin!));
  const [stopWriting, stopFollowing] = [new AbortController(), new AbortController()];
  cleanup.defer(() => stopFollowing.abort());
  cleanup.defer(() => stopWriting.abort());

  let tasks = 0;
  const write = async (index: number) => {
    const random = createRandom(seed + index);
    const pickTeamName = () => TEAMS[Math.floor(random() * TEAMS.length)]!;
    for (let task = 0; !stopWriting.signal.aborted; task++) {
      const createTask = (revision: number) => ({
        ...createTaskBody(`writer ${index} task ${task}`, revision),
        teamName: pickTeamName(),
        assignedUserName: 'bram',
      });
      await erp.task('post', createTask(1));
      if (random() < 0.6) await erp.task('put', createTask(2));
      if (random() < 0.3) await erp.task('delete', { externalTaskIds: [createTask(1).externalId] });
      tasks++;
    }
  };
  const following = followFeed(
    { reader: 'the reader', caller: async () => follower, from: FROM_THE_START, wait: 1 },
    stopFollowing.signal,
  );
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, index) => write(index)));
  // Errors are thrown where these promises are awaited.
  for (const promise of [following, writing]) promise.catch(() => undefined);

  const random = createRandom(seed + 100);
  for (let move = 0; move < moves; move++) {
    const team = TEAMS[Math.floor(random() * TEAMS.length)]!;
    const path = `/api/v1/teams/${teamIds[team]}/groups/Viewer/members/${userIds.follower}`;
    const { status, body } = await admin.request(random() < 0.5 ? 'PUT' : 'DELETE', path);
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    if (move % 10 === 9) onProgress(`${move + 1} of ${moves} membership changes, ${tasks} tasks`);
  }
  stopWriting.abort();
  await writing;
  stopFollowing.abort();
  const { pages } = await following;

  const copy = new Set<string>();
  let tombstones = 0;
  for (const { entity, isDeleted } of pages.flatMap(({ entries }) => entries)) {
    if (isDeleted) tombstones++;
    if (isDeleted) copy.delete(entity);
    else copy.add(entity);
  }
  const visible = await run<{ external_id: string }>(
    db,
    `select external_id from task where tenant_id = $1 and not is_deleted and team_id in (
       select team_id from group_member where tenant_id = $1 and user_id = $2)`,
    [tenantId, userIds.follower],
  );
  const expected = new Set(visible.map(({ external_id }) => external_id));
  return {
    violations: [
      ...[...copy.difference(expected)].map((entity) => `the copy still contains ${entity}`),
      ...[...expected.difference(copy)].map((entity) => `the copy lacks ${entity}`),
      ...findErrors(server),
    ],
    figures: { moves, tasks, pages: pages.length, tombstones, 'tasks at the end': expected.size },
  };
};
