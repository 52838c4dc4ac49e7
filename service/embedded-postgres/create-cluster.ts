import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterNotCreated, folderUnusable, wrongClusterVersion } from './embedded-postgres-problems.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { PostgresFolder } from './postgres-folder.ts';
import { type Account, run } from './run-unprivileged.ts';

/** Owns the database but is not a superuser, so that row level security applies to it. */
export const ROLE = 'ronda';
export const DATABASE = 'ronda';

const SUPERUSER = 'postgres';
const TEMPORARY_PREFIX = 'initdb-';

/** Throws if a different major version of PostgreSQL created the cluster. */
export const hasCluster = async (clusterFolder: string, version: string): Promise<boolean> => {
  const actualVersion = await readFile(join(clusterFolder, 'PG_VERSION'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw folderUnusable(clusterFolder, error);
    },
  );
  if (actualVersion === undefined) return false;
  const majorVersion = version.split('.')[0] ?? version;
  if (actualVersion.trim() !== majorVersion)
    throw wrongClusterVersion(clusterFolder, actualVersion.trim(), majorVersion);
  return true;
};

/** Creates the cluster in a temporary folder and renames it. After a kill, the next start deletes that folder. */
export const createCluster = async (
  { root, clusterFolder }: PostgresFolder,
  { initdb, postgres, environment }: PostgresBinaries,
  account: Account,
): Promise<void> => {
  for (const name of await readdir(root))
    if (name.startsWith(TEMPORARY_PREFIX)) await removeFolder(join(root, name));

  const temporaryFolder = await mkdtemp(join(root, TEMPORARY_PREFIX));
  if (account.uid !== undefined) await chown(temporaryFolder, account.uid, account.gid ?? account.uid);
  const dataFolder = join(temporaryFolder, 'data');
  const options = { env: environment, cwd: root };
  const password = createPassword();
  try {
    const passwordFile = password === undefined ? undefined : join(temporaryFolder, PASSWORD_FILE);
    if (passwordFile !== undefined) await writeFile(passwordFile, password ?? '', { mode: 0o600 });
    await run(account, initdb, ['-D', dataFolder, ...formatInitdbOptions(passwordFile)], options);
    const quietOptions = ['-c', 'exit_on_error=on', '-c', 'log_min_messages=fatal'];
    const singleUserOptions = ['--single', '-D', dataFolder, ...quietOptions, SUPERUSER];
    await run(account, postgres, singleUserOptions, { ...options, input: formatStatements(password) });
    if (passwordFile !== undefined) await rename(passwordFile, join(dataFolder, PASSWORD_FILE));
    await rename(dataFolder, clusterFolder);
    await syncFolder(root);
  } catch (error) {
    throw clusterNotCreated(clusterFolder, (error as Error).message);
  } finally {
    await removeFolder(temporaryFolder);
  }
};

const formatInitdbOptions = (passwordFile: string | undefined): string[] => [
  `--username=${SUPERUSER}`,
  '--encoding=UTF8',
  // Ensures the same sort order and case folding on every machine, even after upgrades of system libraries.
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
  // Only PostgreSQL's account and root can access the socket folder.
  ...(passwordFile === undefined
    ? ['--auth-local=trust', '--auth-host=reject']
    : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]),
];

/** PostgreSQL's single-user mode reads one statement per line. The password is base64url, so it needs no escaping. */
const formatStatements = (password: string | undefined): string =>
  [
    `create role ${ROLE} login createdb${password === undefined ? '' : ` password '${password}'`}`,
    `create database ${DATABASE} owner ${ROLE}`,
    '',
  ].join('\n');

const PASSWORD_FILE = 'ronda-password';

/** Windows cannot protect the socket folder, so PostgreSQL listens on a loopback port there. */
const createPassword = (): string | undefined =>
  process.platform === 'win32' ? randomBytes(32).toString('base64url') : undefined;

export const readPassword = async (clusterFolder: string): Promise<string | undefined> =>
  process.platform === 'win32' ? readFile(join(clusterFolder, PASSWORD_FILE), 'utf8') : undefined;

/** Makes the rename survive a power failure. Does nothing on Windows. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
};

/** An orphaned initdb may still be writing to the folder. If so, the next start removes it. */
const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
