import { run } from '#service/database/statement.ts';
import { createPasswords } from '#service/identity/passwords.ts';
import { getPersonName, PEOPLE_PER_TEAM } from './fixture.ts';
import type { LoadReport } from './load.ts';
import { type Bench, formatRate, type Measure, measureSpread, runTurn } from './measurement.ts';
import { readTask } from './p2-read-task.ts';

const SIGN_INS_PER_SECOND = 50;
const PASSWORD = 'three bridges, two locks';
const CONNECTIONS = 32;
const WARM_UP_SECONDS = 1;

/**
 * Sign-ins use a lot of CPU time because password hashing is meant to be expensive, but they must not delay other
 * requests.
 */
export const signIns: Measure = {
  id: 'P6',
  measure: async (bench) => {
    await setPasswords(bench);
    const load = await readTask.load(bench.db, bench.fixture);
    const measureReads = (seconds: number) =>
      runTurn(bench, { ...load, url: bench.service, connections: CONNECTIONS, seconds });
    const measureReadsDuringSignIns = async (seconds: number) => {
      const signInLoad = startSignIns(bench.service);
      const report = await measureReads(seconds);
      return { report, signInLoad: await signInLoad.stop() };
    };

    await measureReads(WARM_UP_SECONDS);
    await measureReadsDuringSignIns(WARM_UP_SECONDS);
    const rounds: { alone: LoadReport; during: LoadReport; signIns: LoadReport }[] = [];
    for (let round = 1; round <= bench.options.rounds; round++) {
      const alone = await measureReads(bench.options.seconds);
      const { report: during, signInLoad } = await measureReadsDuringSignIns(bench.options.seconds);
      rounds.push({ alone, during, signIns: signInLoad });
      bench.log(
        `P6 read during ${formatRate(signInLoad.perSecond)} sign-ins, round ${round}: p99 ${during.p99.toFixed(1)} ms compared with ${alone.p99.toFixed(1)} ms`,
      );
    }
    const computeMedian = (side: 'alone' | 'during' | 'signIns', figure: 'perSecond' | 'p99' | 'p50') =>
      measureSpread(rounds.map((round) => round[side][figure])).median;
    const describe = (side: 'alone' | 'during') =>
      `${formatRate(computeMedian(side, 'perSecond'))}, p99 ${computeMedian(side, 'p99').toFixed(1)} ms`;
    return {
      id: 'P6',
      work: 'read a task during sign-ins',
      ratio: measureSpread(rounds.map(({ alone, during }) => during.perSecond / alone.perSecond)),
      target: 0.5,
      p99: { ratio: measureSpread(rounds.map(({ alone, during }) => during.p99 / alone.p99)), target: 2 },
      measured: describe('during'),
      against: `${describe('alone')} without sign-ins`,
      errors: rounds.flatMap(Object.values<LoadReport>).reduce((sum, { errors }) => sum + errors, 0),
      note: `of the ${SIGN_INS_PER_SECOND} sign-ins started per second, ${computeMedian('signIns', 'perSecond').toFixed(0)} succeeded, half of them within ${computeMedian('signIns', 'p50').toFixed(0)} ms; the others got 503`,
      rounds,
    };
  },
};

const setPasswords = async ({ db, fixture }: Bench): Promise<void> => {
  const hash = await createPasswords().hash(PASSWORD);
  await run(db, `update app_user set password_hash = $2 where tenant_id = $1 and not is_service`, [
    fixture.tenantId,
    hash,
  ]);
};

/** Starts sign-ins at a constant rate, whether or not the earlier ones have completed. */
const startSignIns = (url: string): { stop(): Promise<LoadReport> } => {
  const startedAt = performance.now();
  const pending: Promise<Outcome>[] = [];
  const timer = setInterval(() => {
    const username = getPersonName(0, pending.length % PEOPLE_PER_TEAM);
    pending.push(signIn(url, username));
  }, 1_000 / SIGN_INS_PER_SECOND);
  return {
    stop: async () => {
      clearInterval(timer);
      const elapsed = (performance.now() - startedAt) / 1_000;
      const outcomes = await Promise.all(pending);
      const durations = outcomes.filter((outcome) => typeof outcome === 'number').sort((a, b) => a - b);
      const percentile = (share: number) => durations[Math.floor(durations.length * share)] ?? Number.NaN;
      const errors = outcomes.filter((outcome) => outcome === 'wrong').length;
      return { perSecond: durations.length / elapsed, p50: percentile(0.5), p99: percentile(0.99), errors };
    },
  };
};

/**
 * Milliseconds until the response, or `overloaded` if the server rejected the sign-in because too many were waiting.
 */
type Outcome = number | 'overloaded' | 'wrong';

const signIn = async (url: string, username: string): Promise<Outcome> => {
  const startedAt = performance.now();
  const form = { grant_type: 'password', username, password: PASSWORD, tenancyName: 'default' };
  const response = await fetch(`${url}/token`, { method: 'POST', body: new URLSearchParams(form) });
  await response.arrayBuffer();
  if (response.ok) return performance.now() - startedAt;
  return response.status === 503 ? 'overloaded' : 'wrong';
};
