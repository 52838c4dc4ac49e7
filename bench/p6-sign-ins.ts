import { run } from '#service/database/statement.ts';
import { createPasswords } from '#service/identity/passwords.ts';
import type { LoadReport } from './load.ts';
import { type Bench, type Measure, perSecond, spreadOf, takeTurn } from './measurement.ts';
import { readTask } from './p2-read-task.ts';
import { nameOfPerson, PEOPLE_A_TEAM } from './stage.ts';

const SIGN_INS_A_SECOND = 50;
const PASSWORD = 'three bridges, two locks';
const CONNECTIONS = 32;
const WARM_UP_SECONDS = 1;

/** People who sign in cost as much of the machine as a password is meant to cost, and keep nobody else waiting. */
export const signIns: Measure = {
  id: 'P6',
  take: async (bench) => {
    await givePasswords(bench);
    const load = await readTask.load(bench.db, bench.stage);
    const turn = (seconds: number) =>
      takeTurn(bench, { ...load, address: bench.service, connections: CONNECTIONS, seconds });
    const turnBeside = async (seconds: number) => {
      const crowd = signInSteadily(bench.service);
      const report = await turn(seconds);
      return { report, crowd: await crowd.stop() };
    };

    await turn(WARM_UP_SECONDS);
    await turnBeside(WARM_UP_SECONDS);
    const rounds: { alone: LoadReport; beside: LoadReport; signIns: LoadReport }[] = [];
    for (let round = 1; round <= bench.options.rounds; round++) {
      const alone = await turn(bench.options.seconds);
      const { report: beside, crowd } = await turnBeside(bench.options.seconds);
      rounds.push({ alone, beside, signIns: crowd });
      bench.tell(
        `P6 read beside ${perSecond(crowd.perSecond)} sign-ins, round ${round}: p99 ${beside.p99.toFixed(1)} ms against ${alone.p99.toFixed(1)} ms`,
      );
    }
    const middle = (side: 'alone' | 'beside' | 'signIns', figure: 'perSecond' | 'p99' | 'p50') =>
      spreadOf(rounds.map((round) => round[side][figure])).median;
    const told = (side: 'alone' | 'beside') =>
      `${perSecond(middle(side, 'perSecond'))}, p99 ${middle(side, 'p99').toFixed(1)} ms`;
    return {
      id: 'P6',
      work: 'read a task beside sign-ins',
      ratio: spreadOf(rounds.map(({ alone, beside }) => beside.perSecond / alone.perSecond)),
      target: 0.5,
      p99: { ratio: spreadOf(rounds.map(({ alone, beside }) => beside.p99 / alone.p99)), target: 2 },
      measured: told('beside'),
      against: `${told('alone')} without sign-ins`,
      errors: rounds.flatMap(Object.values<LoadReport>).reduce((sum, { errors }) => sum + errors, 0),
      note: `of ${SIGN_INS_A_SECOND} sign-ins a second ${middle('signIns', 'perSecond').toFixed(0)} succeeded, half of them within ${middle('signIns', 'p50').toFixed(0)} ms; the others were told to come back`,
      rounds,
    };
  },
};

const givePasswords = async ({ db, stage }: Bench): Promise<void> => {
  const hash = await createPasswords().hash(PASSWORD);
  await run(db, `update app_user set password_hash = $2 where tenant_id = $1 and not is_service`, [
    stage.tenantId,
    hash,
  ]);
};

/** People who sign in one after the other at an even pace, whether those before them are through or not. */
const signInSteadily = (address: string): { stop(): Promise<LoadReport> } => {
  const startedAt = performance.now();
  const under: Promise<Outcome>[] = [];
  const timer = setInterval(() => {
    const username = nameOfPerson(0, under.length % PEOPLE_A_TEAM);
    under.push(signIn(address, username));
  }, 1_000 / SIGN_INS_A_SECOND);
  return {
    stop: async () => {
      clearInterval(timer);
      const elapsed = (performance.now() - startedAt) / 1_000;
      const outcomes = await Promise.all(under);
      const right = outcomes.filter((outcome) => typeof outcome === 'number').sort((a, b) => a - b);
      const at = (share: number) => right[Math.floor(right.length * share)] ?? Number.NaN;
      const errors = outcomes.filter((outcome) => outcome === 'wrong').length;
      return { perSecond: right.length / elapsed, p50: at(0.5), p99: at(0.99), errors };
    },
  };
};

/** Milliseconds until it was in; or that too many were waiting, as a machine that is too slow for all of them says. */
type Outcome = number | 'overloaded' | 'wrong';

const signIn = async (address: string, username: string): Promise<Outcome> => {
  const startedAt = performance.now();
  const form = { grant_type: 'password', username, password: PASSWORD, tenancyName: 'default' };
  const answer = await fetch(`${address}/token`, { method: 'POST', body: new URLSearchParams(form) });
  await answer.arrayBuffer();
  if (answer.ok) return performance.now() - startedAt;
  return answer.status === 503 ? 'overloaded' : 'wrong';
};
