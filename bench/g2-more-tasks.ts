import { listTenant } from './list-tenants.ts';
import type { Load, LoadReport } from './load.ts';
import { type Measure, perSecond, runTurn, spreadOf } from './measurement.ts';
import { dueRequests } from './p5-list-tasks.ts';

/* The same requests in a tenant with ten thousand tasks and in one with a million, alternately. */

const FEW = 10_000;
const MANY = 1_000_000;
const CONNECTIONS = 32;
const WARM_UP_SECONDS = 2;
const TASKS_PATH = '/api/services/custom/externaltask';

type Work = { work: string; target: number; load: (tasks: number) => Omit<Load, 'token'> };

const done = '"error":null,"unAuthorizedRequest":false}';

const works: readonly Work[] = [
  {
    work: 'create a task among 1,000,000',
    target: 1 / 1.3,
    load: () => ({
      method: 'POST',
      requests: [
        {
          path: `${TASKS_PATH}/post`,
          body: JSON.stringify({
            externalId: '[<id>]',
            title: 'Inspect the railing',
            teamName: 'Bridges',
            workbookName: 'Railing',
            assignedUserName: 'anna',
          }),
        },
      ],
      responseEnd: done,
    }),
  },
  {
    work: 'read a task among 1,000,000',
    target: 1 / 1.3,
    load: (tasks) => ({
      method: 'POST',
      requests: Array.from({ length: 10_000 }, (_, step) => ({
        path: `${TASKS_PATH}/get`,
        body: JSON.stringify({ externalId: `T-${((step * 7_919) % tasks) + 1}` }),
      })),
      responseEnd: done,
    }),
  },
  {
    work: 'list 20 of 1,000,000 by state and dates',
    target: 1 / 1.5,
    load: () => ({ method: 'GET', requests: dueRequests(), responseEnd: done }),
  },
];

export const moreTasks: readonly Measure[] = works.map(({ work, target, load }) => ({
  id: 'G2',
  measure: async (bench) => {
    bench.log(`G2 ${work}: creating the tasks`);
    const [few, many] = [await listTenant(bench.db, FEW), await listTenant(bench.db, MANY)];
    const turn = (tasks: number, { token }: { token: string }, seconds: number) =>
      runTurn(bench, { ...load(tasks), token, address: bench.service, connections: CONNECTIONS, seconds });
    await turn(FEW, few, WARM_UP_SECONDS);
    await turn(MANY, many, WARM_UP_SECONDS);
    const rounds: { few: LoadReport; many: LoadReport }[] = [];
    for (let round = 1; round <= bench.options.rounds; round++) {
      const reports = {
        few: await turn(FEW, few, bench.options.seconds),
        many: await turn(MANY, many, bench.options.seconds),
      };
      rounds.push(reports);
      bench.log(
        `G2 ${work}, round ${round}: ${perSecond(reports.many.perSecond)} compared with ${perSecond(reports.few.perSecond)}`,
      );
    }
    const medianOf = (side: 'few' | 'many') => spreadOf(rounds.map((round) => round[side].perSecond)).median;
    return {
      id: 'G2',
      work,
      ratio: spreadOf(rounds.map((round) => round.many.perSecond / round.few.perSecond)),
      target,
      measured: perSecond(medianOf('many')),
      against: `${perSecond(medianOf('few'))} among 10,000`,
      errors: rounds.reduce((sum, round) => sum + round.few.errors + round.many.errors, 0),
      note: 'a tenant with a million tasks compared with one with ten thousand',
      rounds,
    };
  },
}));
