import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createCluster, DATABASE, hasCluster, ROLE, readPassword } from './create-cluster.ts';
import { keepRunning } from './keep-running.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import {
  preparePostgresFolder,
  removeSocketLink,
  SOCKET_NAME,
  SOCKET_PORT,
  shortenSocketFolder,
} from './postgres-folder.ts';
import type { PostgresAddress } from './postgres-readiness.ts';
import { ensureRunning, type Log, shutDown } from './postmaster.ts';
import { readPostmasterFile } from './postmaster-process.ts';
import { lockShared, tryLockExclusive, withExclusiveLock } from './process-lock.ts';
import { selectAccount } from './run-unprivileged.ts';

export type EmbeddedPostgres = {
  /** `host` is the socket folder or, on Windows, an address that requires the password. */
  connection: Connection;
  /** PostgreSQL's version, such as 18.4. */
  version: string;
  /** Stops PostgreSQL if no other server process uses it, terminating any open connections. */
  stop(): Promise<void>;
};

const LOOPBACK = '127.0.0.1';

type Connection = { host: string; port: number; user: string; database: string; password?: string };

type StartOptions = { dataDir: string; log: Log; maxConnections?: number };

/** Keeps PostgreSQL running until `stop` is called. Any number of server processes can share a `dataDir`. */
export const startEmbeddedPostgres = async (options: StartOptions): Promise<EmbeddedPostgres> => {
  const { dataDir, log, maxConnections = 100 } = options;
  const folder = await preparePostgresFolder(dataDir);
  const { clusterFolder, changeLock, usersLock } = folder;
  return await withExclusiveLock(changeLock, async () => {
    const binaries = await findPostgresBinaries(folder.spareLibraries);
    const { account, version } = await selectAccount(binaries, clusterFolder);
    if (!(await hasCluster(clusterFolder, version))) {
      log.info(`Creating a PostgreSQL ${version} database in ${clusterFolder}`);
      await createCluster(folder, binaries, account);
    }
    const connection = await createConnection(clusterFolder);
    const postmaster = { folder, binaries, account, address: getAddress(connection), maxConnections, log };

    const sharedLock = lockShared(usersLock);
    try {
      const outcome = await ensureRunning(postmaster);
      log.info(
        `PostgreSQL ${version} ${outcome === 'found' ? 'was running' : 'has started'} in ${clusterFolder}`,
      );
    } catch (error) {
      sharedLock.release();
      throw error;
    }
    const stopController = new AbortController();
    const watcher = keepRunning(postmaster, stopController.signal);

    const stop = async () => {
      stopController.abort();
      await watcher;
      await withExclusiveLock(changeLock, async () => {
        sharedLock.release();
        const exclusiveLock = tryLockExclusive(usersLock);
        if (exclusiveLock === undefined) {
          log.info('PostgreSQL keeps running for other server processes');
          return;
        }
        exclusiveLock.release();
        await shutDown(postmaster);
        await removeSocketLink(clusterFolder);
      });
    };
    let stopPromise: Promise<void> | undefined;
    return { connection, version, stop: () => (stopPromise ??= stop()) };
  });
};

const createConnection = async (clusterFolder: string): Promise<Connection> => {
  const login = { user: ROLE, database: DATABASE };
  const password = await readPassword(clusterFolder);
  if (password === undefined)
    return { host: await shortenSocketFolder(clusterFolder), port: SOCKET_PORT, ...login };
  // Reuse the port of a running or crashed PostgreSQL: other server processes still use it.
  const port = (await readPostmasterFile(clusterFolder))?.port ?? (await findFreePort());
  return { host: LOOPBACK, port, ...login, password };
};

const getAddress = ({ host, port, password }: Connection): PostgresAddress =>
  password === undefined ? { path: join(host, SOCKET_NAME) } : { host, port };

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, LOOPBACK);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};
