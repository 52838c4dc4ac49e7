import { connect, type DatabaseConnection, openClient } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type Child, startChild } from './child-process.ts';
import { compareWithBaseline } from './compare-with-baseline.ts';
import { comparisons } from './comparisons.ts';
import { openBenchDatabase } from './database.ts';
import { evaluateAnswersBenchmark } from './e1-evaluate-answers.ts';
import { startUpBenchmarks } from './f1-start-up.ts';
import { appSizeBenchmarks } from './f3-app-size.ts';
import { createFixture } from './fixture.ts';
import { moreChangesBenchmarks } from './g1-more-changes.ts';
import { moreTasksBenchmarks } from './g2-more-tasks.ts';
import { wholeListBenchmark } from './g3-whole-list.ts';
import { moreTenantsBenchmarks } from './g4-more-tenants.ts';
import { workersBenchmark } from './g5-workers.ts';
import { concurrentWritersBenchmark } from './g6-concurrent-writers.ts';
import { waitingReadersBenchmarks } from './g7-waiting-readers.ts';
import { openTasksBenchmarks } from './g8-open-tasks.ts';
import { tenMillionChangesBenchmarks } from './g9-ten-million-changes.ts';
import type { Benchmark, Measurement } from './measurement.ts';
import { OptionError, type Options, readOptions, USAGE } from './options.ts';
import { signInsBenchmark } from './p6-sign-ins.ts';
import { lookupBenchmarks } from './p12-lookups.ts';
import { skipBenchmark } from './p13-skip.ts';
import { taskSizeBenchmark } from './p14-task-size.ts';
import { findProcessorTimeReader } from './processor-time.ts';
import { type Failure, formatReport, writeResults } from './report.ts';

/*
 * Absolute times cannot be compared between runs on shared machines, so every result is a ratio measured within
 * one run. The server under test, the baseline and the load generator run as separate processes on loopback. Both
 * servers have the same pool size and use the same PostgreSQL.
 */

/** All benchmarks. The heaviest writers come last: the others would read the rows they leave behind. */
const benchmarks: readonly Benchmark[] = [
  evaluateAnswersBenchmark,
  ...startUpBenchmarks,
  ...appSizeBenchmarks,
  ...comparisons.map(compareWithBaseline),
  signInsBenchmark,
  workersBenchmark,
  ...moreTasksBenchmarks,
  ...moreChangesBenchmarks,
  wholeListBenchmark,
  ...moreTenantsBenchmarks,
  ...waitingReadersBenchmarks,
  concurrentWritersBenchmark,
  ...lookupBenchmarks,
  skipBenchmark,
  ...openTasksBenchmarks,
  taskSizeBenchmark,
  ...tenMillionChangesBenchmarks,
];

const main = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2), {
    ids: [...new Set(benchmarks.map(({ id }) => id))],
    defaultIds: benchmarks.filter(({ isOnRequest }) => !isOnRequest).map(({ id }) => id),
  });
  if (options === 'help') return void process.stdout.write(USAGE);
  const startedAt = new Date().toISOString();
  const cleanups: (() => Promise<unknown>)[] = [];
  const stopController = new AbortController();
  let closing: Promise<void> | undefined;
  const closeAll = () => {
    stopController.abort(new Error('The run was stopped.'));
    closing ??= closeInReverseOrder(cleanups);
    return closing;
  };
  for (const [signal, number] of Object.entries(SIGNALS))
    process.once(signal, () => void closeAll().finally(() => process.exit(128 + number)));
  try {
    const { measurements, failures, postgres } = await measureAll(options, cleanups, stopController.signal);
    const runInfo = { startedAt, postgres, options };
    process.stdout.write(formatReport(runInfo, measurements, failures));
    await writeResults(runInfo, measurements);
    if (failures.length > 0 || measurements.some(({ errors }) => errors > 0)) process.exitCode = 1;
  } finally {
    await closeAll();
  }
};

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };

const closeInReverseOrder = async (cleanups: (() => Promise<unknown>)[]) => {
  for (let close = cleanups.pop(); close; close = cleanups.pop()) await close();
};

const measureAll = async (
  options: Options,
  cleanups: (() => Promise<unknown>)[],
  stopSignal: AbortSignal,
) => {
  const openDatabase = async () => {
    const { connection, close } = await openBenchDatabase(process.env.DATABASE_URL?.trim() || undefined);
    cleanups.push(close);
    return {
      connection,
      onClose: (closeConnections: () => Promise<unknown>) => cleanups.push(closeConnections),
    };
  };
  log('Preparing the database');
  const { connection } = await openDatabase();
  const { db, close: closePool } = connect(connection, { poolSize: 4, onError: () => {} });
  cleanups.push(closePool);
  const client = openClient(connection);
  // The next statement reports a lost connection.
  client.on('error', () => {});
  await client.connect();
  cleanups.push(() => client.end());
  const fixture = await createFixture(db, client);
  const [server] = await run<{ server_version: string }>(db, 'show server_version', []);

  const startProcess = async (file: string, startData: object): Promise<Child> => {
    const child = await startChild(file, startData);
    cleanups.push(child.stop);
    return child;
  };
  const service = await startProcess('service-under-test.ts', { connection });
  const baseline = await startProcess('baseline.ts', { connection, fixture });
  const generator = await startProcess('load.ts', {});
  const getUrl = ({ readyMessage }: Child) => (readyMessage as { url: string }).url;
  const setup = {
    connection,
    db,
    client,
    fixture,
    options,
    serviceUrl: getUrl(service),
    baselineUrl: getUrl(baseline),
    service,
    servicePid: service.pid,
    baselinePid: baseline.pid,
    readProcessorTime: await findProcessorTimeReader(db),
    generator,
    openDatabase,
    startService: async (otherConnection: DatabaseConnection) => {
      const child = await startProcess('service-under-test.ts', { connection: otherConnection });
      return { url: getUrl(child), pid: child.pid };
    },
    log,
  };

  const measurements: Measurement[] = [];
  const failures: Failure[] = [];
  for (const { id, run: runBenchmark } of benchmarks) {
    if (!options.only.has(id)) continue;
    try {
      measurements.push(await runBenchmark(setup));
    } catch (error) {
      stopSignal.throwIfAborted();
      log(`${id}: ${(error as Error).stack}`);
      failures.push({ id, reason: (error as Error).message });
    }
  }
  return { measurements, failures, postgres: `PostgreSQL ${server!.server_version}` };
};

const log = (line: string) => process.stderr.write(`${line}\n`);

await main().catch((error: unknown) => {
  log(error instanceof OptionError ? error.message : String((error as Error).stack));
  process.exitCode = error instanceof OptionError ? 2 : 1;
});
