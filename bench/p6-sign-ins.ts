import { run } from '#service/database/statement.ts';
import { createPasswordHasher } from '#service/identity/passwords.ts';
import { getPersonName, PEOPLE_PER_TEAM } from './create-tenant.ts';
import type { LoadReport } from './load.ts';
import { type Benchmark, type BenchmarkSetup, computeSpread, formatRate, runLoad } from './measurement.ts';
import { readTaskComparison } from './p2-read-task.ts';

const SIGN_INS_PER_SECOND = 50;
const PASSWORD = 'three bridges, two locks';
const CONNECTIONS = 32;
const WARM_UP_SECONDS = 1;

/** Checks that sign-ins do not delay other requests, although password hashing is CPU-intensive by design. */
export const signInsBenchmark: Benchmark = {
  id: 'P6',
  run: async (setup) => {
    await setPasswords(setup);
    const load = await readTaskComparison.createLoad(setup);
    const measureReads = (seconds: number) =>
      runLoad(setup, { ...load, url: setup.serviceUrl, connections: CONNECTIONS, seconds });
    const measureReadsDuringSignIns = async (seconds: number) => {
      const signInLoad = startSignIns(setup.serviceUrl);
      const report = await measureReads(seconds);
      return { report, signInLoad: await signInLoad.stop() };
    };

    await measureReads(WARM_UP_SECONDS);
    await measureReadsDuringSignIns(WARM_UP_SECONDS);
    const rounds: { alone: LoadReport; during: LoadReport; signIns: LoadReport }[] = [];
    for (let round = 1; round <= setup.options.rounds; round++) {
      const alone = await measureReads(setup.options.seconds);
      const { report: during, signInLoad } = await measureReadsDuringSignIns(setup.options.seconds);
      rounds.push({ alone, during, signIns: signInLoad });
      setup.log(
        `P6 read during ${formatRate(signInLoad.perSecond)} sign-ins, round ${round}: p99 ${during.p99.toFixed(1)} ms compared with ${alone.p99.toFixed(1)} ms`,
      );
    }
    const computeMedian = (side: 'alone' | 'during' | 'signIns', figure: 'perSecond' | 'p99' | 'p50') =>
      computeSpread(rounds.map((round) => round[side][figure])).median;
    const describeSide = (side: 'alone' | 'during') =>
      `${formatRate(computeMedian(side, 'perSecond'))}, p99 ${computeMedian(side, 'p99').toFixed(1)} ms`;
    return {
      id: 'P6',
      work: 'read a task during sign-ins',
      ratio: computeSpread(rounds.map(({ alone, during }) => during.perSecond / alone.perSecond)),
      target: 0.5,
      p99: { ratio: computeSpread(rounds.map(({ alone, during }) => during.p99 / alone.p99)), target: 2 },
      measured: describeSide('during'),
      against: `${describeSide('alone')} without sign-ins`,
      errors: rounds.flatMap(Object.values<LoadReport>).reduce((sum, { errors }) => sum + errors, 0),
      note: `of the ${SIGN_INS_PER_SECOND} sign-ins started per second, ${computeMedian('signIns', 'perSecond').toFixed(0)} succeeded, half of them within ${computeMedian('signIns', 'p50').toFixed(0)} ms; the others got 503`,
      rounds,
    };
  },
};

const setPasswords = async ({ db, fixture }: BenchmarkSetup): Promise<void> => {
  const hash = await createPasswordHasher().hash(PASSWORD);
  await run(db, `update app_user set password_hash = $2 where tenant_id = $1 and not is_service`, [
    fixture.tenantId,
    hash,
  ]);
};

/** Starts sign-ins at a constant rate, whether or not the earlier ones have completed. */
const startSignIns = (url: string): { stop(): Promise<LoadReport> } => {
  const startedAt = performance.now();
  const signInPromises: Promise<SignInOutcome>[] = [];
  const timer = setInterval(() => {
    const username = getPersonName(0, signInPromises.length % PEOPLE_PER_TEAM);
    signInPromises.push(signIn(url, username));
  }, 1_000 / SIGN_INS_PER_SECOND);
  return {
    stop: async () => {
      clearInterval(timer);
      const elapsedSeconds = (performance.now() - startedAt) / 1_000;
      const outcomes = await Promise.all(signInPromises);
      const durations = outcomes.filter((outcome) => typeof outcome === 'number').sort((a, b) => a - b);
      const getPercentile = (fraction: number) =>
        durations[Math.floor(durations.length * fraction)] ?? Number.NaN;
      const count = (kind: SignInOutcome) => outcomes.filter((outcome) => outcome === kind).length;
      return {
        responses: durations.length,
        perSecond: durations.length / elapsedSeconds,
        p50: getPercentile(0.5),
        p99: getPercentile(0.99),
        errors: count('wrong'),
        overloaded: count('overloaded'),
      };
    },
  };
};

/**
 * Milliseconds until the response, or `overloaded` if the server rejected the sign-in because too many were waiting.
 */
type SignInOutcome = number | 'overloaded' | 'wrong';

const signIn = async (url: string, username: string): Promise<SignInOutcome> => {
  const startedAt = performance.now();
  const form = { grant_type: 'password', username, password: PASSWORD, tenancyName: 'default' };
  const response = await fetch(`${url}/token`, { method: 'POST', body: new URLSearchParams(form) });
  await response.arrayBuffer();
  if (response.ok) return performance.now() - startedAt;
  return response.status === 503 ? 'overloaded' : 'wrong';
};
