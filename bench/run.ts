import { connect } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type Child, startChild } from './child-process.ts';
import { compareWithFloor } from './compare-with-floor.ts';
import { comparisons } from './comparisons.ts';
import { openBenchDatabase } from './database.ts';
import { judgeAnswers } from './e1-judge-answers.ts';
import { moreTasks } from './g2-more-tasks.ts';
import { wholeList } from './g3-whole-list.ts';
import { concurrentWriters } from './g6-concurrent-writers.ts';
import type { Measure, Measurement } from './measurement.ts';
import { OptionError, type Options, readOptions, USAGE } from './options.ts';
import { signIns } from './p6-sign-ins.ts';
import { reportText, writeResults } from './report.ts';
import { prepareStage } from './stage.ts';

/*
 * Absolute times mean nothing on shared machines: every figure is a ratio, measured side by side in one run. The server
 * under test, the floor and the load generator are processes of their own on loopback; both servers have the same pool
 * and the same PostgreSQL.
 */

/** Everything that can be measured. What writes most comes last, for the others read what it leaves behind. */
const measures: readonly Measure[] = [
  judgeAnswers,
  ...comparisons.map(compareWithFloor),
  signIns,
  ...moreTasks,
  wholeList,
  concurrentWriters,
];

const main = async (): Promise<void> => {
  const options = readOptions(
    process.argv.slice(2),
    measures.map(({ id }) => id),
  );
  if (options === 'help') return void process.stdout.write(USAGE);
  const startedAt = new Date().toISOString();
  const closers: (() => Promise<unknown>)[] = [];
  const closeAll = async () => {
    for (let close = closers.pop(); close; close = closers.pop()) await close();
  };
  process.once('SIGINT', () => void closeAll().then(() => process.exit(130)));
  try {
    const { measurements, postgres } = await measureAll(options, closers);
    const circumstances = { startedAt, postgres, options };
    process.stdout.write(reportText(circumstances, measurements));
    await writeResults(circumstances, measurements);
    if (measurements.some(({ errors }) => errors > 0)) process.exitCode = 1;
  } finally {
    await closeAll();
  }
};

const measureAll = async (options: Options, closers: (() => Promise<unknown>)[]) => {
  tell('Preparing the database');
  const { connection, close } = await openBenchDatabase(process.env.DATABASE_URL?.trim() || undefined);
  closers.push(close);
  const { db, close: closePool } = connect(connection, { poolSize: 4, onError: () => {} });
  closers.push(closePool);
  const stage = await prepareStage(db);
  const [server] = await run<{ server_version: string }>(db, 'show server_version', []);

  const start = async (file: string, given: object): Promise<Child> => {
    const child = await startChild(file, given);
    closers.push(child.stop);
    return child;
  };
  const service = await start('service-under-test.ts', { connection });
  const floor = await start('floor.ts', { connection, stage });
  const generator = await start('load.ts', {});
  const addressOf = ({ ready }: Child) => (ready as { address: string }).address;
  const bench = {
    db,
    stage,
    options,
    service: addressOf(service),
    floor: addressOf(floor),
    servicePid: service.pid,
    generator,
    tell,
  };

  const measurements: Measurement[] = [];
  for (const { id, take } of measures) {
    if (options.only.has(id)) measurements.push(await take(bench));
  }
  return { measurements, postgres: `PostgreSQL ${server!.server_version}` };
};

const tell = (line: string) => process.stderr.write(`${line}\n`);

await main().catch((error: unknown) => {
  tell(error instanceof OptionError ? error.message : String((error as Error).stack));
  process.exitCode = error instanceof OptionError ? 2 : 1;
});
