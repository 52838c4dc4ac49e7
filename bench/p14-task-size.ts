import { setTimeout } from 'node:timers/promises';
import { run } from '#service/database/statement.ts';
import { getLargeService, readTaskIndexes } from './large-tenants.ts';
import { type Benchmark, computeSpread } from './measurement.ts';

const MAX_BYTES = 1_024;
/** An idle PostgreSQL connection reports its index scans after ten seconds. */
const SCAN_DELAY_MS = 11_000;

const formatBytes = (bytes: number) => `${bytes.toFixed(0)} B`;

/** Measures the disk space of a task with all indexes, and names the indexes that no lookup of P12 has used. */
export const taskSizeBenchmark: Benchmark = {
  id: 'P14',
  run: async (setup) => {
    const { db, scansBefore } = await getLargeService(setup);
    await setTimeout(SCAN_DELAY_MS);
    const [table] = await run<{ tasks: number; bytes: number; total: number }>(
      db,
      `select count(*)::float8 as tasks, pg_table_size($1::regclass)::float8 as bytes,
              pg_total_relation_size($1::regclass)::float8 as total from task`,
      ['task'],
    );
    const { tasks, bytes, total } = table!;
    const indexes = (await readTaskIndexes(db))
      .map(({ name, scans, bytes: indexBytes }) => ({
        name,
        scans: scans - (scansBefore.get(name) ?? 0),
        perTask: indexBytes / tasks,
      }))
      .toSorted((a, b) => b.perTask - a.perTask);
    const unused = indexes.filter(({ scans }) => scans === 0).map(({ name }) => name);
    const areLookupsMeasured = setup.options.only.has('P12');
    return {
      id: 'P14',
      work: 'disk space of a task',
      ratio: computeSpread([MAX_BYTES / (total / tasks)]),
      target: 1,
      measured: formatBytes(total / tasks),
      against: formatBytes(MAX_BYTES),
      isWithinLimits: !areLookupsMeasured || unused.length === 0,
      errors: 0,
      note: `the table without indexes takes ${formatBytes(bytes / tasks)} per task. Indexes, with their scans in this run: ${indexes
        .map(({ name, scans, perTask }) => `${name} ${formatBytes(perTask)} (${scans})`)
        .join(', ')}. Not used by P12: ${areLookupsMeasured ? unused.join(', ') || 'none' : 'not measured'}`,
      rounds: [],
    };
  },
};
