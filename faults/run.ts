import { answerFromDevices } from './answer-from-devices.ts';
import { backUpAndRestore } from './back-up-and-restore.ts';
import { createAtOnce } from './create-at-once.ts';
import { cutSlowClients } from './cut-slow-clients.ts';
import { deploy, openPool, type Stage } from './deployment.ts';
import { exhaustPool } from './exhaust-pool.ts';
import { fillDisk } from './fill-disk.ts';
import { fillQueue } from './fill-queue.ts';
import { freezePostgres } from './freeze-postgres.ts';
import { holdEventLoop } from './hold-event-loop.ts';
import { hostileNeighbour } from './hostile-neighbour.ts';
import { inspectOverCuts } from './inspect-over-cuts.ts';
import { killPostgres } from './kill-postgres.ts';
import { killScheduledBackup } from './kill-scheduled-backup.ts';
import { killServer } from './kill-server.ts';
import { leaveTeams } from './leave-teams.ts';
import type { Outcome, Tell } from './outcome.ts';
import { playPhoneJourneys } from './phone-journeys.ts';
import { putBackCopies } from './put-back-copies.ts';
import { raceFeed } from './race-feed.ts';
import { raceTasks } from './race-tasks.ts';
import { askAtRandom } from './random-queries.ts';
import { refuseEarly } from './refuse-early.ts';
import { replaceWorker } from './replace-worker.ts';
import { restoreDatabase } from './restore-database.ts';
import { startServer } from './server-process.ts';
import { startTogether } from './start-together.ts';
import { stopServer } from './stop-server.ts';
import { throwBombs } from './throw-bombs.ts';

/*
 * The long campaign: the scenarios of the tests with larger numbers, one after the other, and a table at the end.
 * `npm run faults -- feed queue` plays those whose name contains a word. With DATABASE_URL the scenarios that need no
 * embedded PostgreSQL are played there too, each in a database of its own.
 */

type Scenario = { name: string; play: (stage: Stage, tell: Tell) => Promise<Outcome> };

const databaseUrl = process.env.DATABASE_URL?.trim() || undefined;
const seed = Date.now() % 1_000_000;

/** As a phone takes them: 12 million pixels and 3 MB each. */
const FORTY_PICTURES = {
  answers: 60,
  pictures: 40,
  picture: { width: 4_032, height: 3_024, sigma: 8 },
  cutEvery: 2_000_000,
  atOnce: 3,
};

const R28_JOURNEYS = ['app-update', 'clock-off', 'storage-full', 'many-pictures'].map(
  (name) => `${name}.e2e.ts`,
);

const onEmbedded: Scenario[] = [
  {
    name: 'R2 kill -9 of PostgreSQL',
    play: (stage, tell) => killPostgres(stage, { rounds: 10, seed }, tell),
  },
  {
    name: 'R3 PostgreSQL silent for a minute',
    play: (stage, tell) => freezePostgres(stage, { seconds: 60, seed }, tell),
  },
  { name: 'R6 disk full', play: (stage, tell) => fillDisk(stage, { seed }, tell) },
  { name: 'R4 SIGTERM under load', play: (stage, tell) => stopServer(stage, { rounds: 5, seed }, tell) },
  { name: 'R5 rows and counters held', play: (stage, tell) => exhaustPool(stage, { callers: 1_000 }, tell) },
  {
    name: 'R21 copies of the data folder put back',
    play: (stage, tell) => putBackCopies(stage, { rounds: 20 }, tell),
  },
  {
    name: 'R26 a reader leaves and joins teams',
    play: (stage, tell) => leaveTeams(stage, { moves: 200, seed }, tell),
  },
  {
    name: 'R21 control: epochs that do not rise',
    play: async (stage, tell) => {
      const { figures } = await putBackCopies(stage, { rounds: 1, isControl: true }, tell);
      const isCaught = figures['tokens that skip changes'] !== 0;
      return { violations: isCaught ? [] : ['tokens that skip changes were not noticed'], figures };
    },
  },
  { name: 'R8 races over one task', play: (stage, tell) => raceTasks(stage, { races: 1_000, seed }, tell) },
  {
    name: 'R9 the same task created at once',
    play: (stage, tell) => createAtOnce(stage, { rounds: 50 }, tell),
  },
  {
    name: 'R13 slow clients',
    play: (stage, tell) => cutSlowClients(stage, { clients: 500, neverReadFor: 150 }, tell),
  },
  {
    name: 'R17 an inspection over a bad network',
    play: (stage, tell) => inspectOverCuts(stage, { ...FORTY_PICTURES, kills: 0, workers: 1 }, tell),
  },
  {
    name: 'R17 the same, two processes, killed',
    play: (stage, tell) => inspectOverCuts(stage, { ...FORTY_PICTURES, kills: 3, workers: 2 }, tell),
  },
  {
    name: 'R24 requests at their limits',
    play: (stage, tell) => holdEventLoop(stage, { rounds: 5, tasks: 20_000, judgesTime: true }, tell),
  },
  {
    name: 'R22 R25 hostile neighbour',
    play: (stage, tell) => hostileNeighbour(stage, { tasks: 20_000, seconds: 6 }, tell),
  },
  { name: 'R14 hostile bodies', play: (stage, tell) => throwBombs(stage, { rounds: 20 }, tell) },
  {
    name: 'R23 requests refused early',
    play: (stage, tell) => refuseEarly(stage, { rounds: 10, clients: 4 }, tell),
  },
  {
    name: 'random queries against an interpreter',
    play: async (stage, tell) => {
      const deployment = await deploy(stage);
      await startServer(stage, deployment);
      return askAtRandom(openPool(stage, deployment.connection), { expressions: 10_000, seed }, tell);
    },
  },
  {
    name: 'two processes, one killed',
    play: (stage, tell) => replaceWorker(stage, { rounds: 10, seed }, tell),
  },
  {
    name: 'R27 phones killed while signing in and out',
    play: (_stage, tell) => playPhoneJourneys(['session/killed-while-signing.e2e.ts'], { rounds: 5 }, tell),
  },
  {
    name: 'R28 app updated, clock off, disk full, 300 pictures',
    play: (_stage, tell) => playPhoneJourneys(R28_JOURNEYS, { rounds: 5 }, tell),
  },
  {
    name: 'queue of 100,000 changes, plans kept',
    play: (stage, tell) =>
      fillQueue(stage, { tasks: 50_000, pending: 100_000, pages: 300, isFresh: false }, tell),
  },
  {
    name: 'queue of 5,000,000 changes',
    play: (stage, tell) =>
      fillQueue(stage, { tasks: 200_000, pending: 5_000_000, pages: 300, isFresh: true }, tell),
  },
];

/** Also where DATABASE_URL says. */
const onAny = (where: string, url: string | undefined): Scenario[] => [
  {
    name: `R1 kill -9 of the server${where}`,
    play: (stage, tell) => killServer(stage, { rounds: 20, seed, databaseUrl: url }, tell),
  },
  {
    name: `R1 devices answer while the server is killed${where}`,
    play: (stage, tell) => answerFromDevices(stage, { rounds: 10, seed, databaseUrl: url }, tell),
  },
  {
    name: `R7 feed, writers against readers${where}`,
    play: (stage, tell) => raceFeed(stage, { seconds: 60, seed, freezes: false, databaseUrl: url }, tell),
  },
  {
    name: `R7 feed, one server standing still${where}`,
    play: (stage, tell) => raceFeed(stage, { seconds: 60, seed, freezes: true, databaseUrl: url }, tell),
  },
  {
    name: `C6 restored from a backup${where}`,
    play: (stage, tell) => restoreDatabase(stage, { tasks: 700, databaseUrl: url }, tell),
  },
  {
    name: `R10 backups under load and kills, restored elsewhere${where}`,
    play: (stage, tell) => backUpAndRestore(stage, { kills: 10, seed, databaseUrl: url }, tell),
  },
  {
    name: `R10 server killed during its scheduled backup${where}`,
    play: (stage, tell) => killScheduledBackup(stage, { databaseUrl: url }, tell),
  },
  {
    name: `two servers start together${where}`,
    play: (stage, tell) => startTogether(stage, { databaseUrl: url }, tell),
  },
];

const say = (text: string) => void process.stdout.write(`${text}\n`);
const words = process.argv.slice(2);
const scenarios = [
  ...onAny('', undefined),
  ...onEmbedded,
  ...(databaseUrl === undefined ? [] : onAny(', DATABASE_URL', databaseUrl)),
].filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

const results: { name: string; seconds: number; outcome: Outcome }[] = [];
for (const [index, { name, play }] of scenarios.entries()) {
  say(`[${index + 1}/${scenarios.length}] ${name}`);
  const startedAt = performance.now();
  const outcome = await playOn(play);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  for (const violation of outcome.violations.slice(0, 20)) say(`  ✖ ${violation}`);
  results.push({ name, seconds, outcome });
}

async function playOn(play: Scenario['play']): Promise<Outcome> {
  try {
    await using stage = new AsyncDisposableStack();
    return await play(stage, (text) => say(`  ${text}`));
  } catch (error) {
    return { violations: [`it could not be played to its end: ${(error as Error).stack}`], figures: {} };
  }
}

const longest = Math.max(...results.map(({ name }) => name.length));
say(`\n${'scenario'.padEnd(longest)}  violations  seconds  figures (seed ${seed})`);
for (const { name, seconds, outcome } of results) {
  const figures = Object.entries(outcome.figures).map(([figure, value]) => `${figure} ${value}`);
  const count = String(outcome.violations.length).padStart(10);
  say(`${name.padEnd(longest)}  ${count}  ${String(seconds).padStart(7)}  ${figures.join(', ')}`);
}
process.exitCode = results.every(({ outcome }) => outcome.violations.length === 0) ? 0 : 1;
