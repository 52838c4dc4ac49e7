import { run } from '#service/database/statement.ts';
import { createCaller } from '#service/testing/caller.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { callerAt, castIn, deploy, openPool, type Stage } from './deployment.ts';
import { FROM_THE_START, followFeed } from './follow-feed.ts';
import type { Outcome, Tell } from './outcome.ts';
import { randomFrom } from './random.ts';
import { errorsOf, startServer } from './server-process.ts';
import { draftAt } from './task-view.ts';

const TEAMS = ['Bridges', 'Locks'];
const WRITERS = 3;

/**
 * A reader of certain teams follows the feed while it leaves and joins teams, and while tasks are created, moved and
 * deleted at the same moments (R26). The copy that it builds must end with the tasks of the teams that it is in.
 */
export const leaveTeams = async (
  stage: Stage,
  { moves, seed }: { moves: number; seed: number },
  tell: Tell,
): Promise<Outcome> => {
  const deployment = await deploy(stage);
  const server = await startServer(stage, deployment);
  const { db } = openPool(stage, deployment.connection);
  const cast = await castIn(db);
  const { tenantId, teamIds, userIds } = cast.organisation;
  const [erp, follower] = [callerAt(server.url, cast, 'erp'), callerAt(server.url, cast, 'follower')];
  const admin = createCaller(server.url, await grantToken(db, tenantId, userIds.admin!));
  const [stopWriting, stopFollowing] = [new AbortController(), new AbortController()];
  stage.defer(() => stopFollowing.abort());
  stage.defer(() => stopWriting.abort());

  let writes = 0;
  const write = async (index: number) => {
    const random = randomFrom(seed + index);
    const teamName = () => TEAMS[Math.floor(random() * TEAMS.length)]!;
    for (let task = 0; !stopWriting.signal.aborted; task++) {
      const of = (revision: number) => ({
        ...draftAt(`writer ${index} task ${task}`, revision),
        teamName: teamName(),
        assignedUserName: 'bram',
      });
      await erp.task('post', of(1));
      if (random() < 0.6) await erp.task('put', of(2));
      if (random() < 0.3) await erp.task('delete', { externalTaskIds: [of(1).externalId] });
      writes++;
    }
  };
  const following = followFeed(
    { reader: 'the reader', caller: async () => follower, from: FROM_THE_START, wait: 1 },
    stopFollowing.signal,
  );
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, index) => write(index)));
  // Whichever fails first is thrown where it is waited for.
  for (const promise of [following, writing]) promise.catch(() => undefined);

  const random = randomFrom(seed + 100);
  for (let move = 0; move < moves; move++) {
    const team = TEAMS[Math.floor(random() * TEAMS.length)]!;
    const path = `/api/v1/teams/${teamIds[team]}/groups/Viewer/members/${userIds.follower}`;
    const { status, body } = await admin.request(random() < 0.5 ? 'PUT' : 'DELETE', path);
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    if (move % 10 === 9) tell(`${move + 1} of ${moves} moves, ${writes} tasks`);
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
  const wanted = new Set(visible.map(({ external_id }) => external_id));
  return {
    violations: [
      ...[...copy.difference(wanted)].map((entity) => `the copy still has ${entity}`),
      ...[...wanted.difference(copy)].map((entity) => `the copy lacks ${entity}`),
      ...errorsOf(server),
    ],
    figures: { moves, tasks: writes, pages: pages.length, tombstones, 'in the end': wanted.size },
  };
};
