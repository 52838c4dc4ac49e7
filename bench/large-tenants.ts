import { raiseEpochAtStart } from '#service/changes/raise-epoch.ts';
import { connect, type Database } from '#service/database/connect.ts';
import { migrate } from '#service/database/migrate.ts';
import { run } from '#service/database/statement.ts';
import { createLargeTenants } from './large-fixture.ts';
import type { LargeTenant } from './large-organisation.ts';
import type { BenchmarkSetup } from './measurement.ts';
import { findProcessorTimeReader, type ReadProcessorTime } from './processor-time.ts';

const FEW_TASKS = 100_000;
const MANY_TASKS = 1_000_000;

/** IDs to put into requests. Those of the largest teams, workbooks and items come first. */
export type TenantFacts = LargeTenant & {
  taskCount: number;
  teamIds: string[];
  userIds: number[];
  workbookIds: string[];
  itemIds: string[];
  /** Open tasks, from all teams. */
  taskIds: string[];
};

/** A service with its own database, so that its statistics and its size do not depend on other benchmarks. */
export type LargeService = {
  db: Database;
  url: string;
  pid: number;
  readProcessorTime: ReadProcessorTime | undefined;
  few: TenantFacts;
  many: TenantFacts;
  /** How often each index of `task` had been used before the first lookup. */
  scansBefore: ReadonlyMap<string, number>;
};

let largeService: Promise<LargeService> | undefined;

/** The first call creates the tenants, which takes several minutes. */
export const getLargeService = (setup: BenchmarkSetup): Promise<LargeService> => {
  largeService ??= startLargeService(setup);
  return largeService;
};

const startLargeService = async ({
  openDatabase,
  startService,
  log,
}: BenchmarkSetup): Promise<LargeService> => {
  log('Creating tenants with 100,000 and 1,000,000 tasks');
  const { connection, onClose } = await openDatabase();
  const { db, close } = connect(connection, { poolSize: 2, onError: () => {} });
  onClose(close);
  await migrate(db);
  await raiseEpochAtStart(db);
  const { many, few } = await createLargeTenants(
    { db, connection, log },
    { many: MANY_TASKS, few: FEW_TASKS, small: 1_000 },
  );
  return {
    db,
    ...(await startService(connection)),
    readProcessorTime: await findProcessorTimeReader(db),
    few: await readFacts(db, few!, FEW_TASKS),
    many: await readFacts(db, many!, MANY_TASKS),
    scansBefore: new Map((await readTaskIndexes(db)).map(({ name, scans }) => [name, scans])),
  };
};

const readFacts = async (db: Database, tenant: LargeTenant, taskCount: number): Promise<TenantFacts> => {
  const readIds = async <Id>(select: string): Promise<Id[]> =>
    (await run<{ id: Id }>(db, select, [tenant.tenantId])).map(({ id }) => id);
  return {
    ...tenant,
    taskCount,
    teamIds: await readIds(
      `select team_id as id from team where tenant_id = $1 and title like 'Team %' order by length(title), title`,
    ),
    userIds: await readIds(
      `select user_id as id from app_user where tenant_id = $1 and user_name like 'inspector%' order by user_id`,
    ),
    workbookIds: await readIds(
      `select workbook_id as id from workbook where tenant_id = $1 and name like 'Workbook%' order by length(name), name`,
    ),
    itemIds: await readIds('select item_id as id from item where tenant_id = $1 order by external_id'),
    taskIds: await readIds(
      `select task_id as id from task where tenant_id = $1 and state = 1 and not is_deleted order by created_at desc
       limit 500`,
    ),
  };
};

export type TaskIndex = { name: string; scans: number; bytes: number };

export const readTaskIndexes = (db: Database): Promise<TaskIndex[]> =>
  run<TaskIndex>(
    db,
    `select indexrelname::text as name, coalesce(idx_scan, 0)::float8 as scans,
            pg_relation_size(indexrelid)::float8 as bytes
     from pg_stat_user_indexes where relname = $1`,
    ['task'],
  );
