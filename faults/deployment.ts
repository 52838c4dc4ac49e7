import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import {
  connect,
  type Database,
  type DatabaseConnection,
  type DatabaseHandle,
} from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { DATABASE, ROLE } from '#service/embedded-postgres/create-cluster.ts';
import { SOCKET_PORT } from '#service/embedded-postgres/postgres-folder.ts';
import { findPostmasterProcess } from '#service/embedded-postgres/postmaster-process.ts';
import { createCaller } from '#service/testing/caller.ts';
import { createDistributedDatabase } from '#service/testing/create-distributed-database.ts';
import { dropDatabase } from '#service/testing/drop-database.ts';
import {
  addPerson,
  createOrganisation,
  grantToken,
  type Organisation,
} from '#service/testing/organisation.ts';
import { waitUntil } from '#service/testing/wait-until.ts';

/** The data used by the servers under test. `databaseUrl` is undefined with the embedded PostgreSQL. */
export type Deployment = {
  dataDir: string;
  databaseUrl: string | undefined;
  connection: DatabaseConnection;
};

/** Closes everything that a scenario has opened, in reverse order, even after an error. */
export type Cleanup = AsyncDisposableStack;

/**
 * Creates an empty deployment: a new database on the server at `databaseUrl`, distributed if that is a coordinator of a
 * Citus cluster, or without a URL, a new data folder.
 */
export const deploy = async (cleanup: Cleanup, databaseUrl?: string): Promise<Deployment> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ronda-fault-'));
  cleanup.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }));
  if (databaseUrl !== undefined) {
    const testDatabaseUrl = await createTestDatabase(cleanup, databaseUrl);
    return { dataDir, databaseUrl: testDatabaseUrl, connection: { connectionString: testDatabaseUrl } };
  }
  // A killed server leaves its PostgreSQL running for the next server. After the scenario, no other server stops it.
  cleanup.defer(() => stopPostgres(dataDir));
  const host = getClusterFolder(dataDir);
  return {
    dataDir,
    databaseUrl: undefined,
    connection: { host, port: SOCKET_PORT, user: ROLE, database: DATABASE },
  };
};

const getClusterFolder = (dataDir: string): string => join(dataDir, 'postgres', 'cluster');

export const findPostmaster = ({ dataDir }: Deployment): Promise<number | undefined> =>
  findPostmasterProcess(getClusterFolder(dataDir));

export const listChildProcesses = async (processId: number): Promise<number[]> => {
  const text = await readFile(`/proc/${processId}/task/${processId}/children`, 'utf8');
  return text.trim().split(' ').filter(Boolean).map(Number);
};

const stopPostgres = async (dataDir: string): Promise<void> => {
  const processId = await findPostmasterProcess(getClusterFolder(dataDir));
  if (processId === undefined) return;
  process.kill(processId, 'SIGQUIT');
  await waitUntil(
    'PostgreSQL has stopped',
    async () => (await findPostmasterProcess(getClusterFolder(dataDir))) === undefined,
  );
};

const createTestDatabase = async (cleanup: Cleanup, databaseUrl: string): Promise<string> => {
  const server = openPool(cleanup, { connectionString: databaseUrl });
  const citus = await sql`select from pg_extension where extname = 'citus'`.execute(server.db);
  if (citus.rows.length > 0) {
    const database = await createDistributedDatabase(databaseUrl);
    cleanup.defer(database.drop);
    return database.url;
  }
  const name = `fault_${randomBytes(6).toString('hex')}`;
  await sql`create database ${sql.id(name)}`.execute(server.db);
  cleanup.defer(() => dropDatabase(server.db, name));
  return withDatabaseName(databaseUrl, name);
};

export const withDatabaseName = (databaseUrl: string, name: string): string => {
  const [serverUrl = '', query] = databaseUrl.split('?');
  return `${serverUrl.replace(/^(\w+:\/\/[^/]*).*$/, '$1')}/${name}${query === undefined ? '' : `?${query}`}`;
};

export const openPool = (cleanup: Cleanup, connection: DatabaseConnection, poolSize = 4): DatabaseHandle => {
  const handle = connect(connection, { poolSize, onError: () => {}, plansForValues: true });
  cleanup.defer(() => handle.close());
  return handle;
};

/** An organisation in a running server's database, with access tokens that remain valid across restarts. */
export type TestTenant = { organisation: Organisation; tokens: Readonly<Record<TestUserName, string>> };

export type TestUserName = 'erp' | 'coordinator' | 'anna' | 'follower';

export const createTestTenant = async (db: Database, tenancyName = 'faults'): Promise<TestTenant> => {
  const organisation = await createOrganisation(db, tenancyName);
  const { tenantId, userIds } = organisation;
  // No built-in role allows a user to read the feed of only their own teams.
  await run(
    db,
    `insert into role (tenant_id, name, is_tenant_wide, permissions) values ($1, 'Follower', false, '{Changes.Read}')`,
    [tenantId],
  );
  userIds.follower = await addPerson(db, organisation, {
    userName: 'follower',
    role: 'Follower',
    memberOf: { Viewer: ['Bridges'] },
  });
  const grantTokenTo = (userName: TestUserName) => grantToken(db, tenantId, userIds[userName]!);
  return {
    organisation,
    tokens: {
      erp: await grantTokenTo('erp'),
      coordinator: await grantTokenTo('coordinator'),
      anna: await grantTokenTo('anna'),
      follower: await grantTokenTo('follower'),
    },
  };
};

export const createTenantCaller = (url: string, { tokens }: TestTenant, userName: TestUserName) =>
  createCaller(url, tokens[userName]);
