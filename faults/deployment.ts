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
import { dropDatabase } from '#service/testing/drop-database.ts';
import {
  addPerson,
  createOrganisation,
  grantToken,
  type Organisation,
} from '#service/testing/organisation.ts';
import { until } from './until.ts';

/** Where servers under test keep their data. With an embedded PostgreSQL `databaseUrl` is undefined. */
export type Deployment = {
  dataDir: string;
  databaseUrl: string | undefined;
  connection: DatabaseConnection;
};

/** Everything a scenario opens is closed again in the opposite order, whatever happened. */
export type Stage = AsyncDisposableStack;

/** A place for servers with nothing in it: a folder, or a database of its own on the server of `databaseUrl`. */
export const deploy = async (stage: Stage, databaseUrl?: string): Promise<Deployment> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ronda-fault-'));
  stage.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }));
  if (databaseUrl !== undefined) {
    const own = await createDatabaseAt(stage, databaseUrl);
    return { dataDir, databaseUrl: own, connection: { connectionString: own } };
  }
  // A server that was killed leaves its PostgreSQL running for the next one, and here no next one comes.
  stage.defer(() => endPostgres(dataDir));
  const host = clusterOf(dataDir);
  return {
    dataDir,
    databaseUrl: undefined,
    connection: { host, port: SOCKET_PORT, user: ROLE, database: DATABASE },
  };
};

const clusterOf = (dataDir: string): string => join(dataDir, 'postgres', 'cluster');

/** The process id of the deployment's own PostgreSQL, undefined when none runs. */
export const postmasterOf = ({ dataDir }: Deployment): Promise<number | undefined> =>
  findPostmasterProcess(clusterOf(dataDir));

/** The processes that a process has started. */
export const childrenOf = async (id: number): Promise<number[]> => {
  const text = await readFile(`/proc/${id}/task/${id}/children`, 'utf8');
  return text.trim().split(' ').filter(Boolean).map(Number);
};

const endPostgres = async (dataDir: string): Promise<void> => {
  const id = await findPostmasterProcess(clusterOf(dataDir));
  if (id === undefined) return;
  process.kill(id, 'SIGQUIT');
  await until(
    'PostgreSQL ended',
    async () => (await findPostmasterProcess(clusterOf(dataDir))) === undefined,
  );
};

const createDatabaseAt = async (stage: Stage, databaseUrl: string): Promise<string> => {
  const server = openPool(stage, { connectionString: databaseUrl });
  const name = `fault_${randomBytes(6).toString('hex')}`;
  await sql`create database ${sql.id(name)}`.execute(server.db);
  stage.defer(() => dropDatabase(server.db, name));
  return inDatabase(databaseUrl, name);
};

/** The address of another database of the same server. */
export const inDatabase = (databaseUrl: string, name: string): string => {
  const [address = '', query] = databaseUrl.split('?');
  return `${address.replace(/^(\w+:\/\/[^/]*).*$/, '$1')}/${name}${query === undefined ? '' : `?${query}`}`;
};

/** Connections of the scenario's own, beside those of the servers. */
export const openPool = (stage: Stage, connection: DatabaseConnection, poolSize = 4): DatabaseHandle => {
  const handle = connect(connection, { poolSize, onError: () => {} });
  stage.defer(() => handle.close());
  return handle;
};

/** An organisation in the database of a server that runs, and access tokens of its people, which outlive restarts. */
export type Cast = { organisation: Organisation; tokens: Readonly<Record<PersonName, string>> };

export type PersonName = 'erp' | 'coordinator' | 'anna' | 'follower';

export const castIn = async (db: Database, tenancyName = 'faults'): Promise<Cast> => {
  const organisation = await createOrganisation(db, tenancyName);
  const { tenantId, userIds } = organisation;
  // No built-in role reads the feed of certain teams only.
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
  const tokenOf = (userName: PersonName) => grantToken(db, tenantId, userIds[userName]!);
  return {
    organisation,
    tokens: {
      erp: await tokenOf('erp'),
      coordinator: await tokenOf('coordinator'),
      anna: await tokenOf('anna'),
      follower: await tokenOf('follower'),
    },
  };
};

/** Somebody of the organisation at one server's address. */
export const callerAt = (url: string, { tokens }: Cast, userName: PersonName) =>
  createCaller(url, tokens[userName]);
