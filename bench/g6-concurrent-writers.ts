import { run } from '#service/database/statement.ts';
import { type FeedFollower, followFeed } from './follow-feed.ts';
import type { LoadReport } from './load.ts';
import { type Bench, type Measure, perSecond, spreadOf, takeTurn } from './measurement.ts';
import { createTask } from './p1-create-task.ts';

const WRITERS = [1, 2, 4, 8, 16, 32];
const COMPARED_WITH = 4;
const WARM_UP_SECONDS = 1;

/** More writers in one tenant must not slow each other down, and the feed must stay gapless. */
export const concurrentWriters: Measure = {
  id: 'G6',
  take: async (bench) => {
    const load = await createTask.load(bench.db, bench.stage);
    const follower = followFeed(bench.service, bench.stage.token);
    const turn = (connections: number, seconds: number) =>
      takeTurn(bench, { ...load, address: bench.service, connections, seconds });

    await turn(COMPARED_WITH, WARM_UP_SECONDS);
    const rounds: Record<string, LoadReport>[] = [];
    // Six turns a round: half as long as those of the comparisons with the floor.
    const seconds = Math.max(1, bench.options.seconds / 2);
    for (let round = 1; round <= bench.options.rounds; round++) {
      const reports: Record<string, LoadReport> = {};
      for (const writers of WRITERS) reports[writers] = await turn(writers, seconds);
      rounds.push(reports);
      const figures = WRITERS.map((writers) => perSecond(reports[writers]!.perSecond)).join(', ');
      bench.tell(`G6 ${WRITERS.join(', ')} writers, round ${round}: ${figures}`);
    }
    const faults = await faultsOf(bench, await follower.stop());
    const more = WRITERS.filter((writers) => writers > COMPARED_WITH);
    const slowest = (reports: Record<string, LoadReport>) =>
      Math.min(...more.map((writers) => reports[writers]!.perSecond));
    const middle = (writers: number) => spreadOf(rounds.map((reports) => reports[writers]!.perSecond)).median;
    const failed = rounds.flatMap(Object.values<LoadReport>).reduce((sum, { errors }) => sum + errors, 0);
    return {
      id: 'G6',
      work: `${more[0]} to ${more.at(-1)} writers in one tenant`,
      ratio: spreadOf(rounds.map((reports) => slowest(reports) / reports[COMPARED_WITH]!.perSecond)),
      target: 1,
      measured: `${perSecond(spreadOf(rounds.map(slowest)).median)} (the slowest)`,
      against: `${perSecond(middle(COMPARED_WITH))} of ${COMPARED_WITH} writers`,
      errors: failed + faults.length,
      note: `${WRITERS.map((writers) => `${writers} ${writers === 1 ? 'writer' : 'writers'} ${perSecond(middle(writers))}`).join(', ')}; ${
        faults.length === 0
          ? 'a reader who followed the feed meanwhile holds exactly the rows of the table'
          : `THE FEED IS WRONG: ${faults.length} differences, such as ${faults[0]}`
      }`,
      rounds,
    };
  },
};

type TaskRow = { task_id: string; external_id: string; state: number; is_deleted: boolean; modified: string };

/** Where what a reader folded from the feed differs from the table. */
const faultsOf = async (
  { db, stage }: Bench,
  { entries, backwardTokens }: Awaited<ReturnType<FeedFollower['stop']>>,
): Promise<string[]> => {
  const rows = await run<TaskRow>(
    db,
    `select task_id, external_id, state, is_deleted,
            to_char(modified_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as modified
     from task where tenant_id = $1`,
    [stage.tenantId],
  );
  const faults = backwardTokens.map((token) => `token ${token} after a larger one`);
  for (const { task_id: id, external_id: externalId, state, is_deleted: isDeleted, modified } of rows) {
    const entry = entries.get(id);
    if (entry === undefined) faults.push(`${externalId} missed`);
    else if (
      entry.externalId !== externalId ||
      entry.state !== state ||
      entry.isDeleted !== isDeleted ||
      entry.lastModificationTime !== modified
    )
      faults.push(`${externalId} in an older state`);
    entries.delete(id);
  }
  for (const { externalId } of entries.values()) faults.push(`${externalId} in no table`);
  return faults;
};
