import type { ProvisionFile, ProvisionWorkbook } from '#contract/provision.ts';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Files } from '#service/files/files.ts';
import { isUntouched } from '#service/provisioning/first-administrator.ts';
import { type ProgressStream, showProgress } from '#service/provisioning/progress.ts';
import { provision } from '#service/provisioning/provision.ts';
import type { ProvisionMeans } from '#service/provisioning/provision-means.ts';
import { createUploads } from '#service/uploads/uploads.ts';
import { createWorkbookVersions } from '#service/workbooks/workbook-versions.ts';
import { readDemoActors } from './demo-actors.ts';
import { addDemoDevices } from './demo-devices.ts';
import { demoGreeting } from './demo-greeting.ts';
import { demoContentTypes } from './demo-items.ts';
import { DEMO_CLIENT_ID, demoTeams, demoUsers } from './demo-people.ts';
import { databaseInUse } from './demo-problems.ts';
import { type DemoSecrets, readDemoSecrets } from './demo-secrets.ts';
import { demoWorkbooks } from './demo-workbooks.ts';
import { performDemoTasks } from './perform-demo-tasks.ts';
import { planDemoTasks } from './plan-demo-tasks.ts';

const TENANCY_NAME = 'default';

export type DemoSettings = ProvisionMeans & {
  /** Where the demo's sign-ins are kept. */
  dataDir: string;
  now: Date;
  /** Where the pictures of inspections go. */
  files: Files;
  progress: ProgressStream;
};

/**
 * Puts the demo organisation into an empty database, beside the administrator of its first start if there is one, or
 * completes it in one that has it. Returns what the operator is to be told once the service answers at an address.
 * Refuses a database with another organisation.
 */
export const prepareDemo = async (
  db: Database,
  { dataDir, now, files, progress, ...means }: DemoSettings,
): Promise<(address: string) => string[]> => {
  const isFirst = await isUntouched(db);
  if (!isFirst && !(await isDemo(db))) throw databaseInUse();
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  const secrets = await readDemoSecrets(dataDir);
  const { onProgress, end } = showProgress(progress, Date.now);
  try {
    const text = JSON.stringify(demoOrganisation(secrets, await withoutStandingVersions(db)));
    await provision(db, { name: 'the demo organisation', text }, { ...means, onProgress });
    const actors = await readDemoActors(db, TENANCY_NAME);
    // Not again: what somebody revoked does not come back.
    if (isFirst) await addDemoDevices(db, actors, now);
    const uploads = createUploads({
      db,
      files,
      versions: createWorkbookVersions(),
      quota: Number.POSITIVE_INFINITY,
      now: Date.now,
      // Nobody is served yet who could wait for news.
      signal: { announce: () => {} },
    });
    await performDemoTasks(db, planDemoTasks(today), { actors, now, uploads, onProgress });
  } finally {
    end();
  }
  return (address) => demoGreeting(address, secrets);
};

const isDemo = async (db: Database): Promise<boolean> =>
  (await run(db, 'select from api_client where client_id = $1', [DEMO_CLIENT_ID])).length > 0;

/**
 * The workbooks with the versions that are not there yet. A demo of an earlier build may have others of the same numbers,
 * and a version never changes.
 */
const withoutStandingVersions = async (db: Database): Promise<ProvisionWorkbook[]> => {
  const standing = await run<{ name: string; codes: number[] }>(
    db,
    `select lower(workbook.name) as name, array_agg(workbook_version.version_code) as codes
     from workbook_version
     join workbook on workbook.tenant_id = workbook_version.tenant_id
       and workbook.workbook_id = workbook_version.workbook_id
     join tenant on tenant.tenant_id = workbook.tenant_id
     where tenant.tenancy_name = $1 group by lower(workbook.name)`,
    [TENANCY_NAME],
  );
  const codesOf = new Map(standing.map(({ name, codes }) => [name, codes]));
  return demoWorkbooks.map(({ versions = [], ...workbook }) => ({
    ...workbook,
    versions: versions.filter(
      ({ versionCode }) => !codesOf.get(workbook.name.toLowerCase())?.includes(versionCode),
    ),
  }));
};

const demoOrganisation = (secrets: DemoSecrets, workbooks: ProvisionWorkbook[]): ProvisionFile => ({
  tenants: [
    {
      tenancyName: TENANCY_NAME,
      contentTypes: demoContentTypes(),
      workbooks,
      users: demoUsers(secrets),
      teams: demoTeams,
    },
  ],
});
