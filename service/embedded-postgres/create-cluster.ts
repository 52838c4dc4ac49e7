import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterNotMade, clusterOfOtherVersion, folderUnusable } from './embedded-postgres-problems.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { PostgresFolder } from './postgres-folder.ts';
import { type Account, run } from './run-unprivileged.ts';

/** The server's own role, which owns its database and is no superuser, so that row level security holds for it. */
export const ROLE = 'ronda';
export const DATABASE = 'ronda';

const SUPERUSER = 'postgres';
const DRAFT = 'initdb-';

/** Whether the cluster exists; throws when another major version of PostgreSQL made it. */
export const isClusterMade = async (cluster: string, version: string): Promise<boolean> => {
  const found = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw folderUnusable(cluster, error);
  });
  if (found === undefined) return false;
  const major = version.split('.')[0] ?? version;
  if (found.trim() !== major) throw clusterOfOtherVersion(cluster, found.trim(), major);
  return true;
};

/**
 * Makes the cluster and in it the server's role and database. It appears whole or not at all: it is made under another
 * name and renamed at the end, so a start that is killed half-way leaves only a draft, which the next one clears away.
 */
export const createCluster = async (
  { root, cluster }: PostgresFolder,
  { initdb, postgres, environment }: PostgresBinaries,
  account: Account,
): Promise<void> => {
  for (const name of await readdir(root)) if (name.startsWith(DRAFT)) await clearAway(join(root, name));

  const draft = await mkdtemp(join(root, DRAFT));
  if (account.uid !== undefined) await chown(draft, account.uid, account.gid ?? account.uid);
  const data = join(draft, 'data');
  const options = { env: environment, cwd: root };
  const password = newPassword();
  try {
    const passwordFile = password === undefined ? undefined : join(draft, PASSWORD_FILE);
    if (passwordFile !== undefined) await writeFile(passwordFile, password ?? '', { mode: 0o600 });
    await run(account, initdb, ['-D', data, ...initdbOptions(passwordFile)], options);
    const quietly = ['-c', 'exit_on_error=on', '-c', 'log_min_messages=fatal'];
    const inSingleUserMode = ['--single', '-D', data, ...quietly, SUPERUSER];
    await run(account, postgres, inSingleUserMode, { ...options, input: databaseStatements(password) });
    if (passwordFile !== undefined) await rename(passwordFile, join(data, PASSWORD_FILE));
    await rename(data, cluster);
    await syncFolder(root);
  } catch (error) {
    throw clusterNotMade(cluster, (error as Error).message);
  } finally {
    await clearAway(draft);
  }
};

const initdbOptions = (passwordFile: string | undefined): string[] => [
  `--username=${SUPERUSER}`,
  '--encoding=UTF8',
  // Sorts and folds letter case the same on every machine and after every upgrade of its libraries.
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
  // Who reaches the socket has passed the folder, which is closed to everybody but PostgreSQL's account and root.
  ...(passwordFile === undefined
    ? ['--auth-local=trust', '--auth-host=reject']
    : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]),
];

/** One statement a line. The password is base64url. */
const databaseStatements = (password: string | undefined): string =>
  [
    `create role ${ROLE} login createdb${password === undefined ? '' : ` password '${password}'`}`,
    `create database ${DATABASE} owner ${ROLE}`,
    '',
  ].join('\n');

const PASSWORD_FILE = 'ronda-password';

/** Windows has no closed socket folder, so there PostgreSQL listens on a loopback port and wants a password. */
const newPassword = (): string | undefined =>
  process.platform === 'win32' ? randomBytes(32).toString('base64url') : undefined;

/** The password of the server's role; undefined where the socket's folder keeps others out. */
export const readPassword = async (cluster: string): Promise<string | undefined> =>
  process.platform === 'win32' ? readFile(join(cluster, PASSWORD_FILE), 'utf8') : undefined;

/** Makes the rename outlive a power failure. Windows has no such call. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
};

/** A killed start may have left an initdb that still writes into its draft: the rest goes at the next start. */
const clearAway = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
