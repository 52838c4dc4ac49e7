import { compareLoads } from './compare-loads.ts';
import { getPersonName, getTeamName, getWorkbookName } from './create-tenant.ts';
import { getExternalId } from './fill-tasks.ts';
import { getListTenant } from './list-tenants.ts';
import type { Load } from './load.ts';
import { type Benchmark, runLoad } from './measurement.ts';
import { createDueTaskRequests } from './p5-list-tasks.ts';

/* Compares the same requests in a tenant with ten thousand tasks and in one with a million. */

const FEW_TASKS = 10_000;
const MANY_TASKS = 1_000_000;
const CONNECTIONS = 32;
const TASKS_PATH = '/api/services/custom/externaltask';

type Comparison = { work: string; target: number; createLoad: (tasks: number) => Omit<Load, 'token'> };

const responseSuffix = '"error":null,"unAuthorizedRequest":false}';

const comparisons: readonly Comparison[] = [
  {
    work: 'create a task among 1,000,000',
    target: 1 / 1.3,
    createLoad: () => ({
      method: 'POST',
      requests: [
        {
          path: `${TASKS_PATH}/post`,
          body: JSON.stringify({
            externalId: '[<id>]',
            title: 'Inspect the railing',
            teamName: getTeamName(0),
            workbookName: getWorkbookName(0),
            assignedUserName: getPersonName(0, 0),
          }),
        },
      ],
      responseSuffix,
    }),
  },
  {
    work: 'read a task among 1,000,000',
    target: 1 / 1.3,
    createLoad: (tasks) => ({
      method: 'POST',
      requests: Array.from({ length: 10_000 }, (_, index) => ({
        path: `${TASKS_PATH}/get`,
        body: JSON.stringify({ externalId: getExternalId((index * 7_919) % tasks) }),
      })),
      responseSuffix,
    }),
  },
  {
    work: 'list 20 of 1,000,000 tasks by state and dates',
    target: 1 / 1.5,
    createLoad: () => ({ method: 'GET', requests: createDueTaskRequests(), responseSuffix }),
  },
];

export const moreTasksBenchmarks: readonly Benchmark[] = comparisons.map(({ work, target, createLoad }) => ({
  id: 'G2',
  run: async (setup) => {
    const measureTenant = async (tasks: number) => {
      const { token } = await getListTenant(setup, tasks);
      const load = { ...createLoad(tasks), token, url: setup.serviceUrl, connections: CONNECTIONS };
      return (seconds: number) => runLoad(setup, { ...load, seconds });
    };
    const [against, measured] = [await measureTenant(FEW_TASKS), await measureTenant(MANY_TASKS)];
    const note = 'a tenant with a million tasks compared with one with ten thousand';
    return compareLoads(setup, {
      id: 'G2',
      work,
      target,
      measured,
      against,
      againstLabel: 'among 10,000',
      note,
    });
  },
}));
