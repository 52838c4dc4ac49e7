import { run } from '#service/database/statement.ts';
import { type FeedFollower, followFeed } from './follow-feed.ts';
import type { LoadReport } from './load.ts';
import { type Benchmark, type BenchmarkSetup, computeSpread, formatRate, runLoad } from './measurement.ts';
import { createTaskComparison } from './p1-create-task.ts';

const WRITER_COUNTS = [1, 2, 4, 8, 16, 32];
const BASE_WRITER_COUNT = 4;
const WARM_UP_SECONDS = 1;

/** Checks that additional writers in one tenant do not slow each other down, and that the feed has no gaps. */
export const concurrentWritersBenchmark: Benchmark = {
  id: 'G6',
  run: async (setup) => {
    const load = await createTaskComparison.createLoad(setup);
    const follower = followFeed(setup.serviceUrl, setup.fixture.token);
    const measureWriters = (connections: number, seconds: number) =>
      runLoad(setup, { ...load, url: setup.serviceUrl, connections, seconds });

    await measureWriters(BASE_WRITER_COUNT, WARM_UP_SECONDS);
    const rounds: Record<string, LoadReport>[] = [];
    // A round has six measurements, so each takes half as long as in the comparisons with the baseline.
    const seconds = Math.max(1, setup.options.seconds / 2);
    for (let round = 1; round <= setup.options.rounds; round++) {
      const reports: Record<string, LoadReport> = {};
      for (const writers of WRITER_COUNTS) reports[writers] = await measureWriters(writers, seconds);
      rounds.push(reports);
      const figures = WRITER_COUNTS.map((writers) => formatRate(reports[writers]!.perSecond)).join(', ');
      setup.log(`G6 ${WRITER_COUNTS.join(', ')} writers, round ${round}: ${figures}`);
    }
    const differences = await findDifferences(setup, await follower.stop());
    const largerCounts = WRITER_COUNTS.filter((writers) => writers > BASE_WRITER_COUNT);
    const getSlowestRate = (reports: Record<string, LoadReport>) =>
      Math.min(...largerCounts.map((writers) => reports[writers]!.perSecond));
    const computeMedian = (writers: number) =>
      computeSpread(rounds.map((reports) => reports[writers]!.perSecond)).median;
    const loadErrors = rounds.flatMap(Object.values<LoadReport>).reduce((sum, { errors }) => sum + errors, 0);
    return {
      id: 'G6',
      work: `${largerCounts[0]} to ${largerCounts.at(-1)} writers in one tenant`,
      ratio: computeSpread(
        rounds.map((reports) => getSlowestRate(reports) / reports[BASE_WRITER_COUNT]!.perSecond),
      ),
      target: 1,
      measured: `${formatRate(computeSpread(rounds.map(getSlowestRate)).median)} (the slowest)`,
      against: `${formatRate(computeMedian(BASE_WRITER_COUNT))} with ${BASE_WRITER_COUNT} writers`,
      errors: loadErrors + differences.length,
      note: `${WRITER_COUNTS.map((writers) => `${writers} ${writers === 1 ? 'writer' : 'writers'} ${formatRate(computeMedian(writers))}`).join(', ')}; ${
        differences.length === 0
          ? 'a reader that followed the feed at the same time has exactly the rows in the table'
          : `THE FEED IS WRONG: ${differences.length} differences, such as ${differences[0]}`
      }`,
      rounds,
    };
  },
};

type TaskRow = { task_id: string; external_id: string; state: number; is_deleted: boolean; modified: string };

const findDifferences = async (
  { db, fixture }: BenchmarkSetup,
  { entries, regressedTokens }: Awaited<ReturnType<FeedFollower['stop']>>,
): Promise<string[]> => {
  const rows = await run<TaskRow>(
    db,
    `select task_id, external_id, state, is_deleted,
            to_char(modified_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as modified
     from task where tenant_id = $1`,
    [fixture.tenantId],
  );
  const differences = regressedTokens.map((token) => `the token ${token} is lower than the one before it`);
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
