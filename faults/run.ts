import { answerFromDevices } from './answer-from-devices.ts';
import { backUpAndRestore } from './back-up-and-restore.ts';
import { blockEventLoop } from './block-event-loop.ts';
import { createSameTask } from './create-same-task.ts';
import { cutSlowClients } from './cut-slow-clients.ts';
import { type Cleanup, deploy, openPool } from './deployment.ts';
import { exhaustPool } from './exhaust-pool.ts';
import { fillDisk } from './fill-disk.ts';
import { fillQueue } from './fill-queue.ts';
import { freezePostgres } from './freeze-postgres.ts';
import { runHostileUser } from './hostile-user.ts';
import { inspectOverBadNetwork } from './inspect-over-bad-network.ts';
import { killPostgres } from './kill-postgres.ts';
import { killScheduledBackup } from './kill-scheduled-backup.ts';
import { killServer } from './kill-server.ts';
import { leaveTeams } from './leave-teams.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { raceFeed } from './race-feed.ts';
import { raceTasks } from './race-tasks.ts';
import { runRandomQueries } from './random-queries.ts';
import { rejectEarly } from './reject-early.ts';
import { replaceWorker } from './replace-worker.ts';
import { restoreCopies } from './restore-copies.ts';
import { restoreDatabase } from './restore-database.ts';
import { runPhoneTests } from './run-phone-tests.ts';
import { sendHostileBodies } from './send-hostile-bodies.ts';
import { startServer } from './server-process.ts';
import { startTogether } from './start-together.ts';
import { stopServer } from './stop-server.ts';

/*
 * Runs all scenarios one after the other, with larger numbers than in the tests, and prints a table. `npm run
 * faults -- feed queue` runs only the scenarios whose names contain one of these words. With DATABASE_URL,
 * scenarios that do not require the embedded PostgreSQL also run on the server at this URL, each in a new
 * database.
 */

type Scenario = { name: string; run: (cleanup: Cleanup, onProgress: OnProgress) => Promise<Outcome> };

const databaseUrl = process.env.DATABASE_URL?.trim() || undefined;
const seed = Date.now() % 1_000_000;

/** Like pictures from a phone: 12 million pixels and 3 MB each. */
const FORTY_PICTURES = {
  answers: 60,
  pictures: 40,
  picture: { width: 4_032, height: 3_024, sigma: 8 },
  cutAfterBytes: 2_000_000,
  concurrentPictures: 3,
};

const R28_TESTS = ['app-update', 'wrong-clock', 'storage-full', 'many-pictures'].map(
  (name) => `${name}.e2e.ts`,
);

const embeddedPostgresScenarios: Scenario[] = [
  {
    name: 'R2 kill -9 of PostgreSQL',
    run: (cleanup, onProgress) => killPostgres(cleanup, { rounds: 10, seed }, onProgress),
  },
  {
    name: 'R3 PostgreSQL unresponsive for a minute',
    run: (cleanup, onProgress) => freezePostgres(cleanup, { seconds: 60, seed }, onProgress),
  },
  { name: 'R6 disk full', run: (cleanup, onProgress) => fillDisk(cleanup, { seed }, onProgress) },
  {
    name: 'R4 SIGTERM under load',
    run: (cleanup, onProgress) => stopServer(cleanup, { rounds: 5, seed }, onProgress),
  },
  {
    name: 'R5 rows and counters locked',
    run: (cleanup, onProgress) => exhaustPool(cleanup, { concurrentEdits: 1_000 }, onProgress),
  },
  {
    name: 'R21 copies of the data folder restored',
    run: (cleanup, onProgress) => restoreCopies(cleanup, { rounds: 20 }, onProgress),
  },
  {
    name: 'R26 a reader leaves and joins teams',
    run: (cleanup, onProgress) => leaveTeams(cleanup, { membershipChanges: 200, seed }, onProgress),
  },
  {
    name: 'R21 control: epochs that do not increase',
    run: async (cleanup, onProgress) => {
      const { figures } = await restoreCopies(cleanup, { rounds: 1, isControl: true }, onProgress);
      const isCaught = figures['tokens that skip changes'] !== 0;
      return { violations: isCaught ? [] : ['tokens that skip changes were not detected'], figures };
    },
  },
  {
    name: 'R8 races over one task',
    run: (cleanup, onProgress) => raceTasks(cleanup, { races: 1_000, seed }, onProgress),
  },
  {
    name: 'R9 the same task created concurrently',
    run: (cleanup, onProgress) => createSameTask(cleanup, { rounds: 50 }, onProgress),
  },
  {
    name: 'R13 slow clients',
    run: (cleanup, onProgress) =>
      cutSlowClients(cleanup, { clients: 500, secondsWithoutReading: 150 }, onProgress),
  },
  {
    name: 'R17 an inspection over a bad network',
    run: (cleanup, onProgress) =>
      inspectOverBadNetwork(cleanup, { ...FORTY_PICTURES, kills: 0, workers: 1 }, onProgress),
  },
  {
    name: 'R17 a bad network and a killed server with two processes',
    run: (cleanup, onProgress) =>
      inspectOverBadNetwork(cleanup, { ...FORTY_PICTURES, kills: 3, workers: 2 }, onProgress),
  },
  {
    name: 'R24 requests of the maximum size',
    run: (cleanup, onProgress) =>
      blockEventLoop(cleanup, { rounds: 5, tasks: 20_000, checkResponseTimes: true }, onProgress),
  },
  {
    name: 'R22 R25 hostile user',
    run: (cleanup, onProgress) => runHostileUser(cleanup, { tasks: 20_000, seconds: 6 }, onProgress),
  },
  {
    name: 'R14 hostile bodies',
    run: (cleanup, onProgress) => sendHostileBodies(cleanup, { rounds: 20 }, onProgress),
  },
  {
    name: 'R23 requests rejected early',
    run: (cleanup, onProgress) => rejectEarly(cleanup, { rounds: 10, clients: 4 }, onProgress),
  },
  {
    name: 'random queries against an interpreter',
    run: async (cleanup, onProgress) => {
      const deployment = await deploy(cleanup);
      await startServer(cleanup, deployment);
      return runRandomQueries(
        openPool(cleanup, deployment.connection),
        { expressions: 10_000, seed },
        onProgress,
      );
    },
  },
  {
    name: 'server with two processes, one killed',
    run: (cleanup, onProgress) => replaceWorker(cleanup, { rounds: 10, seed }, onProgress),
  },
  {
    name: 'R27 phones killed while signing in and out',
    run: (_cleanup, onProgress) =>
      runPhoneTests(['session/killed-during-sign-in.e2e.ts'], { rounds: 5 }, onProgress),
  },
  {
    name: 'R28 app updated, wrong clock, full storage, 300 pictures',
    run: (_cleanup, onProgress) => runPhoneTests(R28_TESTS, { rounds: 5 }, onProgress),
  },
  {
    name: 'queue of 100,000 changes, cached plans',
    run: (cleanup, onProgress) =>
      fillQueue(
        cleanup,
        { tasks: 50_000, pendingChanges: 100_000, pages: 300, isFreshSession: false },
        onProgress,
      ),
  },
  {
    name: 'queue of 5,000,000 changes',
    run: (cleanup, onProgress) =>
      fillQueue(
        cleanup,
        { tasks: 200_000, pendingChanges: 5_000_000, pages: 300, isFreshSession: true },
        onProgress,
      ),
  },
];

/** Creates the scenarios that can also run on the server at DATABASE_URL. */
const createDatabaseScenarios = (suffix: string, url: string | undefined): Scenario[] => [
  {
    name: `R1 kill -9 of the server${suffix}`,
    run: (cleanup, onProgress) => killServer(cleanup, { rounds: 20, seed, databaseUrl: url }, onProgress),
  },
  {
    name: `R1 devices answer while the server is killed${suffix}`,
    run: (cleanup, onProgress) =>
      answerFromDevices(cleanup, { rounds: 10, seed, databaseUrl: url }, onProgress),
  },
  {
    name: `R7 feed, concurrent writers and readers${suffix}`,
    run: (cleanup, onProgress) =>
      raceFeed(cleanup, { seconds: 60, seed, shouldFreezeServer: false, databaseUrl: url }, onProgress),
  },
  {
    name: `R7 feed, one server suspended${suffix}`,
    run: (cleanup, onProgress) =>
      raceFeed(cleanup, { seconds: 60, seed, shouldFreezeServer: true, databaseUrl: url }, onProgress),
  },
  {
    name: `C6 restored from a backup${suffix}`,
    run: (cleanup, onProgress) => restoreDatabase(cleanup, { tasks: 700, databaseUrl: url }, onProgress),
  },
  {
    name: `R10 backups created under load, killed and restored${suffix}`,
    run: (cleanup, onProgress) =>
      backUpAndRestore(cleanup, { kills: 10, seed, databaseUrl: url }, onProgress),
  },
  {
    name: `R10 server killed during its scheduled backup${suffix}`,
    run: (cleanup, onProgress) => killScheduledBackup(cleanup, { databaseUrl: url }, onProgress),
  },
  {
    name: `two servers start together${suffix}`,
    run: (cleanup, onProgress) => startTogether(cleanup, { databaseUrl: url }, onProgress),
  },
];

const print = (text: string) => void process.stdout.write(`${text}\n`);
const nameParts = process.argv.slice(2);
const scenarios = [
  ...createDatabaseScenarios('', undefined),
  ...embeddedPostgresScenarios,
  ...(databaseUrl === undefined ? [] : createDatabaseScenarios(', DATABASE_URL', databaseUrl)),
].filter(({ name }) => nameParts.length === 0 || nameParts.some((part) => name.includes(part)));

const results: { name: string; seconds: number; outcome: Outcome }[] = [];
for (const [index, { name, run }] of scenarios.entries()) {
  print(`[${index + 1}/${scenarios.length}] ${name}`);
  const startedAt = performance.now();
  const outcome = await runScenario(run);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  for (const violation of outcome.violations.slice(0, 20)) print(`  ✖ ${violation}`);
  results.push({ name, seconds, outcome });
}

async function runScenario(run: Scenario['run']): Promise<Outcome> {
  try {
    await using cleanup = new AsyncDisposableStack();
    return await run(cleanup, (text) => print(`  ${text}`));
  } catch (error) {
    return { violations: [`the scenario did not complete: ${(error as Error).stack}`], figures: {} };
  }
}

const nameWidth = Math.max(...results.map(({ name }) => name.length));
print(`\n${'scenario'.padEnd(nameWidth)}  violations  seconds  figures (seed ${seed})`);
for (const { name, seconds, outcome } of results) {
  const figures = Object.entries(outcome.figures).map(([figure, value]) => `${figure} ${value}`);
  const count = String(outcome.violations.length).padStart(10);
  print(`${name.padEnd(nameWidth)}  ${count}  ${String(seconds).padStart(7)}  ${figures.join(', ')}`);
}
process.exitCode = results.every(({ outcome }) => outcome.violations.length === 0) ? 0 : 1;
