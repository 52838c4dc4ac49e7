import { numberPendingBatch } from '#service/changes/number-pending.ts';
import { run } from '#service/database/statement.ts';
import { CHANGES_PATH, CHANGES_RESPONSE_END, createTokens } from './baseline-entry.ts';
import { getLargeService, type LargeService, type TenantFacts } from './large-tenants.ts';
import type { Load } from './load.ts';
import {
  type Benchmark,
  type BenchmarkSetup,
  compareProcessorTime,
  computeSpread,
  formatRate,
  type MeasuredLoad,
  runLoad,
} from './measurement.ts';

/* Compares a tenant with ten million changes to a million tasks with one that has a tenth of both. */

/** In addition to the four that each task has from the start. */
const MORE_CHANGES_PER_TASK = 6;
/** Few enough to insert within the statement timeout. */
const BATCH_SIZE = 20_000;
const CONNECTIONS = 32;
const WARM_UP_SECONDS = 2;
const TASKS_PATH = '/api/services/custom/externaltask';
const responseSuffix = '"error":null,"unAuthorizedRequest":false}';

type Work = {
  work: string;
  createLoad: (service: LargeService, facts: TenantFacts) => Promise<Omit<Load, 'token'>>;
};

const createFeedLoad = async ({ db }: LargeService, { tenantId }: TenantFacts, versions: string) => ({
  method: 'GET' as const,
  requests: (await createTokens(db, { tenantId }, versions)).map((token) => ({
    path: `${CHANGES_PATH}?changeToken=${token}`,
  })),
  responseSuffix: CHANGES_RESPONSE_END,
});

const works: readonly Work[] = [
  {
    work: 'feed page of 500',
    createLoad: (service, facts) =>
      createFeedLoad(
        service,
        facts,
        `select feed.version from feed join feed_counter using (tenant_id)
         where tenant_id = $1 and feed.version > feed_counter.base_version and feed.version % 997 = 0 limit 200`,
      ),
  },
  {
    work: 'feed poll with nothing new',
    createLoad: (service, facts) =>
      createFeedLoad(service, facts, 'select max(version) as version from feed where tenant_id = $1'),
  },
  {
    work: 'create a task',
    createLoad: async () => ({
      method: 'POST',
      requests: [
        {
          path: `${TASKS_PATH}/post`,
          body: JSON.stringify({
            externalId: '[<id>]',
            title: 'Inspect the railing',
            teamName: 'Team 2',
            workbookName: 'Workbook1',
            assignedUserName: 'inspector150',
          }),
        },
      ],
      responseSuffix,
    }),
  },
  {
    work: 'read a task',
    createLoad: async (_, { taskCount }) => ({
      method: 'POST',
      requests: Array.from({ length: 10_000 }, (_, index) => ({
        path: `${TASKS_PATH}/get`,
        body: JSON.stringify({
          externalId: `NL.INSP.${((index * 7_919) % Math.floor(taskCount / 3 - 1)) * 3 + 2}`,
        }),
      })),
      responseSuffix: '"unAuthorizedRequest":false}',
    }),
  },
  {
    work: 'list 20 tasks by state',
    createLoad: async () => ({
      method: 'GET',
      requests: [
        {
          path: `${TASKS_PATH}/getall?$filter=${encodeURIComponent("State eq 'Assigned'")}&$orderby=DueDate&$top=20`,
        },
      ],
      responseSuffix,
    }),
  },
];

export const tenMillionChangesBenchmarks: readonly Benchmark[] = works.map(({ work, createLoad }) => ({
  id: 'G9',
  isOnRequest: true,
  run: async (setup) => {
    const service = await getLargeService(setup);
    await getChanges(setup, service);
    const measureTenant = async (facts: TenantFacts, seconds: number) =>
      runLoad(
        {
          ...setup,
          db: service.db,
          fixture: { ...setup.fixture, tenantId: facts.tenantId },
          serviceUrl: service.url,
          servicePid: service.pid,
          readProcessorTime: service.readProcessorTime,
        },
        {
          ...(await createLoad(service, facts)),
          token: facts.tokens.erp,
          url: service.url,
          connections: CONNECTIONS,
          seconds,
        },
      );
    await measureTenant(service.few, WARM_UP_SECONDS);
    await measureTenant(service.many, WARM_UP_SECONDS);
    const rounds: { few: MeasuredLoad; many: MeasuredLoad }[] = [];
    for (let round = 1; round <= setup.options.rounds; round++) {
      const few = await measureTenant(service.few, setup.options.seconds);
      const many = await measureTenant(service.many, setup.options.seconds);
      rounds.push({ few, many });
      setup.log(
        `G9 ${work}, round ${round}: ${formatRate(many.perSecond)} compared with ${formatRate(few.perSecond)}`,
      );
    }
    const computeMedian = (side: 'few' | 'many') =>
      computeSpread(rounds.map((round) => round[side].perSecond)).median;
    return {
      id: 'G9',
      work,
      ratio: computeSpread(rounds.map(({ few, many }) => many.perSecond / few.perSecond)),
      target: 1 / 1.3,
      ...compareProcessorTime(rounds.map(({ few, many }) => [many, few])),
      measured: formatRate(computeMedian('many')),
      against: `${formatRate(computeMedian('few'))} with a tenth`,
      errors: rounds.reduce((sum, { few, many }) => sum + few.errors + many.errors, 0),
      note: 'a tenant with ten million changes compared with one that has a million',
      rounds,
    };
  },
}));

let changes: Promise<void> | undefined;

const getChanges = (setup: BenchmarkSetup, service: LargeService): Promise<void> => {
  changes ??= changeAllTasks(setup, service);
  return changes;
};

/** Records changes the way the service does, so that the feed has as many dead rows and pages as in use. */
const changeAllTasks = async ({ log }: BenchmarkSetup, { db, few, many }: LargeService): Promise<void> => {
  for (const { tenantId, taskCount } of [few, many]) {
    for (let change = 1; change <= MORE_CHANGES_PER_TASK; change++) {
      log(
        `G9: change ${change} of ${MORE_CHANGES_PER_TASK} to each of ${taskCount.toLocaleString('en')} tasks`,
      );
      for (let last: string | null = '00000000-0000-0000-0000-000000000000'; last !== null; ) {
        const rows: { last: string | null }[] = await run<{ last: string | null }>(
          db,
          `with batch as (
             select task_id from task where tenant_id = $1 and task_id > $2 order by task_id limit $3
           ), changed as (
             insert into feed_pending (tenant_id, kind, entity_id) select $1, 0, task_id from batch
           ) select max(task_id::text) as last from batch`,
          [tenantId, last, BATCH_SIZE],
        );
        last = rows[0]!.last;
        while (await numberPendingBatch(db, tenantId));
      }
    }
  }
};
