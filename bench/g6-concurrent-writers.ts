import { run } from '#service/database/statement.ts';
import { type FeedFollower, followFeed } from './follow-feed.ts';
import type { LoadReport } from './load.ts';
import { type Bench, formatRate, type Measure, measureSpread, runTurn } from './measurement.ts';
import { createTask } from './p1-create-task.ts';

const WRITERS = [1, 2, 4, 8, 16, 32];
const BASE_WRITERS = 4;
const WARM_UP_SECONDS = 1;

/** Additional writers in one tenant must not slow each other down, and the feed must have no gaps. */
export const concurrentWriters: Measure = {
  id: 'G6',
  measure: async (bench) => {
    const load = await createTask.load(bench.db, bench.fixture);
    const follower = followFeed(bench.service, bench.fixture.token);
    const measureWriters = (connections: number, seconds: number) =>
      runTurn(bench, { ...load, url: bench.service, connections, seconds });

    await measureWriters(BASE_WRITERS, WARM_UP_SECONDS);
    const rounds: Record<string, LoadReport>[] = [];
    // A round has six turns, so each turn lasts half as long as in the comparisons with the baseline.
    const seconds = Math.max(1, bench.options.seconds / 2);
    for (let round = 1; round <= bench.options.rounds; round++) {
      const reports: Record<string, LoadReport> = {};
      for (const writers of WRITERS) reports[writers] = await measureWriters(writers, seconds);
      rounds.push(reports);
      const figures = WRITERS.map((writers) => formatRate(reports[writers]!.perSecond)).join(', ');
      bench.log(`G6 ${WRITERS.join(', ')} writers, round ${round}: ${figures}`);
    }
    const differences = await findDifferences(bench, await follower.stop());
    const largerCounts = WRITERS.filter((writers) => writers > BASE_WRITERS);
    const slowestRate = (reports: Record<string, LoadReport>) =>
      Math.min(...largerCounts.map((writers) => reports[writers]!.perSecond));
    const computeMedian = (writers: number) =>
      measureSpread(rounds.map((reports) => reports[writers]!.perSecond)).median;
    const loadErrors = rounds.flatMap(Object.values<LoadReport>).reduce((sum, { errors }) => sum + errors, 0);
    return {
      id: 'G6',
      work: `${largerCounts[0]} to ${largerCounts.at(-1)} writers in one tenant`,
      ratio: measureSpread(rounds.map((reports) => slowestRate(reports) / reports[BASE_WRITERS]!.perSecond)),
      target: 1,
      measured: `${formatRate(measureSpread(rounds.map(slowestRate)).median)} (the slowest)`,
      against: `${formatRate(computeMedian(BASE_WRITERS))} with ${BASE_WRITERS} writers`,
      errors: loadErrors + differences.length,
      note: `${WRITERS.map((writers) => `${writers} ${writers === 1 ? 'writer' : 'writers'} ${formatRate(computeMedian(writers))}`).join(', ')}; ${
        differences.length === 0
          ? 'a reader that followed the feed at the same time has exactly the rows in the table'
          : `THE FEED IS WRONG: ${differences.length} differences, such as ${differences[0]}`
      }`,
      rounds,
    };
  },
};

type TaskRow = { task_id: string; external_id: string; state: number; is_deleted: boolean; modified: string };

/** Differences between a reader's copy and the table. */
const findDifferences = async (
  { db, fixture }: Bench,
  { entries, backwardTokens }: Awaited<ReturnType<FeedFollower['stop']>>,
): Promise<string[]> => {
  const rows = await run<TaskRow>(
    db,
    `select task_id, external_id, state, is_deleted,
            to_char(modified_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as modified
     from task where tenant_id = $1`,
    [fixture.tenantId],
  );
  const differences = backwardTokens.map((token) => `token ${token} after a larger one`);
  for (const { task_id: id, external_id: externalId, state, is_deleted: isDeleted, modified } of rows) {
    const entry = entries.get(id);
    if (entry === undefined) differences.push(`${externalId} is missing`);
    else if (
      entry.externalId !== externalId ||
      entry.state !== state ||
      entry.isDeleted !== isDeleted ||
      entry.lastModificationTime !== modified
    )
      differences.push(`${externalId} has an older state`);
    entries.delete(id);
  }
  for (const { externalId } of entries.values()) differences.push(`${externalId} is not in the table`);
  return differences;
};
