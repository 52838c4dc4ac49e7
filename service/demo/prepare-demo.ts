import type { ProvisionFile, ProvisionWorkbook } from '#contract/provision.ts';
import type { Database } from '#service/database/connect.ts';
import { hasRow, run, statement } from '#service/database/statement.ts';
import type { Files } from '#service/files/files.ts';
import { isDatabaseUntouched } from '#service/provisioning/first-administrator.ts';
import { type ProgressStream, showProgress } from '#service/provisioning/progress.ts';
import { provision } from '#service/provisioning/provision.ts';
import type { ProvisionDependencies } from '#service/provisioning/provision-dependencies.ts';
import { createUploads } from '#service/uploads/uploads.ts';
import { createWorkbookVersions } from '#service/workbooks/workbook-versions.ts';
import { backdateOrganisation } from './backdate-organisation.ts';
import { readDemoActors } from './demo-actors.ts';
import { addDemoDevices } from './demo-devices.ts';
import { formatDemoInstructions } from './demo-instructions.ts';
import { createDemoContentTypes } from './demo-items.ts';
import { createDemoUsers, DEMO_CLIENT_ID, demoTeams } from './demo-people.ts';
import { databaseInUse } from './demo-problems.ts';
import { type DemoSecrets, readDemoSecrets } from './demo-secrets.ts';
import { demoWorkbooks } from './demo-workbooks.ts';
import { planDemoTasks } from './plan-demo-tasks.ts';
import { simulateDemoTasks } from './simulate-demo-tasks.ts';

const TENANCY_NAME = 'default';

export type DemoSettings = ProvisionDependencies & {
  dataDir: string;
  now: Date;
  files: Files;
  progress: ProgressStream;
};

/** Returns a function that formats the lines to print. Throws a Problem if the database has another organisation. */
export const prepareDemo = async (
  db: Database,
  { dataDir, now, files, progress, ...dependencies }: DemoSettings,
): Promise<(url: string) => string[]> => {
  const isFirstStart = await isDatabaseUntouched(db);
  if (!isFirstStart && !(await isDemo(db))) throw databaseInUse();
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  const secrets = await readDemoSecrets(dataDir);
  const { onProgress, end } = showProgress(progress, Date.now);
  try {
    const text = JSON.stringify(createOrganisation(secrets, await listMissingVersions(db)));
    await provision(db, { name: 'the demo organisation', text }, { ...dependencies, onProgress });
    const actors = await readDemoActors(db, TENANCY_NAME);
    // Add devices only once, so that revoked ones do not come back.
    if (isFirstStart) {
      await addDemoDevices(db, actors, now);
      await backdateOrganisation(db, actors, now);
    }
    const uploads = createUploads({
      db,
      files,
      versions: createWorkbookVersions(),
      quota: Number.POSITIVE_INFINITY,
      now: Date.now,
      // The server is not listening yet, so no requests are waiting for changes.
      signal: { notifyReaders: () => {} },
    });
    await simulateDemoTasks(db, planDemoTasks(today), { actors, now, uploads, onProgress });
  } finally {
    end();
  }
  return (url) => formatDemoInstructions(url, secrets);
};

const isDemo = (db: Database): Promise<boolean> =>
  hasRow(db, 'select from api_client where client_id = $1', [DEMO_CLIENT_ID]);

const LIST_DEMO_VERSIONS = statement('list-demo-versions')`
  select lower(workbook.name) as name, array_agg(workbook_version.version_code) as codes
  from workbook_version
  join workbook on workbook.tenant_id = workbook_version.tenant_id
    and workbook.workbook_id = workbook_version.workbook_id
  join tenant on tenant.tenant_id = workbook.tenant_id
  where tenant.tenancy_name = $1 group by lower(workbook.name)`;

/** Versions are immutable, so those created by an earlier build are skipped. */
const listMissingVersions = async (db: Database): Promise<ProvisionWorkbook[]> => {
  const existingVersions = await run(db, LIST_DEMO_VERSIONS, [TENANCY_NAME]);
  const codesByName = new Map(existingVersions.map(({ name, codes }) => [name, codes]));
  return demoWorkbooks.map(({ versions = [], ...workbook }) => ({
    ...workbook,
    versions: versions.filter(
      ({ versionCode }) => !codesByName.get(workbook.name.toLowerCase())?.includes(versionCode),
    ),
  }));
};

const createOrganisation = (secrets: DemoSecrets, workbooks: ProvisionWorkbook[]): ProvisionFile => ({
  tenants: [
    {
      tenancyName: TENANCY_NAME,
      contentTypes: createDemoContentTypes(),
      workbooks,
      users: createDemoUsers(secrets),
      teams: demoTeams,
    },
  ],
});
