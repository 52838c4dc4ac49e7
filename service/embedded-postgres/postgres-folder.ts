import { createHash } from 'node:crypto';
import { access, constants, lstat, mkdir, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { folderUnusable, pathTooLong } from './embedded-postgres-problems.ts';

/** PostgreSQL's account owns only `clusterFolder`; the server's account owns the other paths. */
export type PostgresFolder = {
  root: string;
  /** PostgreSQL's data directory. It also holds the socket, out of reach of other accounts. */
  clusterFolder: string;
  logFile: string;
  /** Held while locating, creating, starting or stopping PostgreSQL. */
  changeLock: string;
  /** Held in shared mode by every server process that uses this PostgreSQL. */
  usersLock: string;
  spareLibraries: string;
};

/** PostgreSQL derives the socket's name from the port. */
export const SOCKET_PORT = 5432;
export const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;

/** The lowest limit of any platform, in bytes (macOS; Linux allows 107). */
const MAX_SOCKET_PATH_LENGTH = 103;

export const preparePostgresFolder = async (dataDir: string): Promise<PostgresFolder> => {
  const root = join(resolve(dataDir), 'postgres');
  const locks = join(root, 'locks');
  try {
    // Let all accounts traverse the root folder, because PostgreSQL may run as nobody. The folders inside are private.
    await mkdir(root, { recursive: true, mode: 0o711 });
    await mkdir(locks, { recursive: true, mode: 0o700 });
    await access(locks, constants.W_OK);
  } catch (error) {
    throw folderUnusable(root, error);
  }
  return {
    root,
    clusterFolder: join(root, 'cluster'),
    logFile: join(root, 'postgres.log'),
    changeLock: join(locks, 'change'),
    usersLock: join(locks, 'users'),
    spareLibraries: join(root, 'libraries'),
  };
};

const isTooLong = (folder: string): boolean =>
  Buffer.byteLength(join(folder, SOCKET_NAME)) > MAX_SOCKET_PATH_LENGTH;

// The name depends on the user, so that two users can each have a link to the same folder.
const getSocketLink = (folder: string): string => {
  const name = createHash('sha256').update(`${process.getuid?.()}:${folder}`).digest('hex').slice(0, 16);
  return join(tmpdir(), `ronda-${name}`);
};

/** Returns a link if the path is too long for a socket. PostgreSQL itself uses a relative path. */
export const shortenSocketFolder = async (folder: string): Promise<string> => {
  if (!isTooLong(folder)) return folder;
  const link = getSocketLink(folder);
  try {
    await symlink(folder, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // Anyone can write to the temporary folder, but users cannot replace each other's files there.
    const isOwnLink = (await lstat(link)).uid === process.getuid?.() && (await readlink(link)) === folder;
    if (!isOwnLink) throw pathTooLong(folder, link);
  }
  return link;
};

export const removeSocketLink = async (folder: string): Promise<void> => {
  if (isTooLong(folder)) await rm(getSocketLink(folder), { force: true });
};
