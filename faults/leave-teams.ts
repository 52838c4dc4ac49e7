import { run } from '#service/database/statement.ts';
import { createCaller } from '#service/testing/caller.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { type Cleanup, createTenantCaller } from './deployment.ts';
import { FEED_START, followFeed } from './follow-feed.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { createRandom } from './random.ts';
import { findErrors } from './server-process.ts';
import { startSystem } from './start-system.ts';
import { createTaskBody } from './task-revisions.ts';

const TEAMS = ['Bridges', 'Locks'];
const WRITER_COUNT = 3;

/**
 * A reader that has access only to its own teams follows the feed while it leaves and joins teams, and while tasks
 * are created, moved and deleted (R26). In the end, its copy must contain exactly the tasks of its teams.
 */
export const leaveTeams = async (
  cleanup: Cleanup,
  { membershipChanges, seed }: { membershipChanges: number; seed: number },
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

  let taskCount = 0;
  const writeTasks = async (writer: number) => {
    const random = createRandom(seed + writer);
    const pickTeamName = () => TEAMS[Math.floor(random() * TEAMS.length)]!;
    for (let task = 0; !stopWriting.signal.aborted; task++) {
      const createTask = (revision: number) => ({
        ...createTaskBody(`writer ${writer} task ${task}`, revision),
        teamName: pickTeamName(),
        assignedUserName: 'bram',
      });
      await erp.task('post', createTask(1));
      if (random() < 0.6) await erp.task('put', createTask(2));
      if (random() < 0.3) await erp.task('delete', { externalTaskIds: [createTask(1).externalId] });
      taskCount++;
    }
  };
  const followPromise = followFeed(
    { reader: 'the reader', getCaller: async () => follower, from: FEED_START, wait: 1 },
    stopFollowing.signal,
  );
  const writePromise = Promise.all(Array.from({ length: WRITER_COUNT }, (_, index) => writeTasks(index)));
  // Prevents unhandled rejections. The errors are thrown where these promises are awaited.
  for (const promise of [followPromise, writePromise]) promise.catch(() => undefined);

  const random = createRandom(seed + 100);
  for (let change = 0; change < membershipChanges; change++) {
    const team = TEAMS[Math.floor(random() * TEAMS.length)]!;
    const path = `/api/v1/teams/${teamIds[team]}/groups/Viewer/members/${userIds.follower}`;
    const { status, body } = await admin.request(random() < 0.5 ? 'PUT' : 'DELETE', path);
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    if (change % 10 === 9)
      onProgress(`${change + 1} of ${membershipChanges} membership changes, ${taskCount} tasks`);
  }
  stopWriting.abort();
  await writePromise;
  stopFollowing.abort();
  const { pages } = await followPromise;

  const copy = new Set<string>();
  let tombstoneCount = 0;
  for (const { entity, isDeleted } of pages.flatMap(({ entries }) => entries)) {
    if (isDeleted) tombstoneCount++;
    if (isDeleted) copy.delete(entity);
    else copy.add(entity);
  }
  const visibleTasks = await run<{ external_id: string }>(
    db,
    `select external_id from task where tenant_id = $1 and not is_deleted and team_id in (
       select team_id from group_member where tenant_id = $1 and user_id = $2)`,
    [tenantId, userIds.follower],
  );
  const expectedEntities = new Set(visibleTasks.map(({ external_id }) => external_id));
  return {
    violations: [
      ...[...copy.difference(expectedEntities)].map((entity) => `the copy still contains ${entity}`),
      ...[...expectedEntities.difference(copy)].map((entity) => `the copy lacks ${entity}`),
      ...findErrors(server),
    ],
    figures: {
      moves: membershipChanges,
      tasks: taskCount,
      pages: pages.length,
      tombstones: tombstoneCount,
      'tasks at the end': expectedEntities.size,
    },
  };
};
