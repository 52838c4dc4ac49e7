import { createHash } from 'node:crypto';
import { access, constants, lstat, mkdir, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { folderUnusable, pathTooLong } from './embedded-postgres-problems.ts';

/** Only `cluster` belongs to PostgreSQL's account; the other paths belong to the server's. */
export type PostgresFolder = {
  root: string;
  /** PostgreSQL's data directory. The socket is in it too, which keeps other accounts from reaching it. */
  cluster: string;
  logFile: string;
  /** Locked while PostgreSQL is being located, created, started or stopped. */
  changeLock: string;
  /** Shared by every server process that uses this PostgreSQL. */
  usersLock: string;
  spareLibraries: string;
};

/** PostgreSQL derives the socket's name from the port. */
export const SOCKET_PORT = 5432;
export const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;

/** The lowest limit on any platform, in bytes (macOS; on Linux, it is 107). */
const MAX_SOCKET_PATH_LENGTH = 103;

export const preparePostgresFolder = async (dataDir: string): Promise<PostgresFolder> => {
  const root = join(resolve(dataDir), 'postgres');
  const locks = join(root, 'locks');
  try {
    // All accounts can traverse the root folder, because PostgreSQL may run as nobody. The folders inside are private.
    await mkdir(root, { recursive: true, mode: 0o711 });
    await mkdir(locks, { recursive: true, mode: 0o700 });
    await access(locks, constants.W_OK);
  } catch (error) {
    throw folderUnusable(root, error);
  }
  return {
    root,
    cluster: join(root, 'cluster'),
    logFile: join(root, 'postgres.log'),
    changeLock: join(locks, 'change'),
    usersLock: join(locks, 'users'),
    spareLibraries: join(root, 'libraries'),
  };
};

const isTooLong = (folder: string): boolean =>
  Buffer.byteLength(join(folder, SOCKET_NAME)) > MAX_SOCKET_PATH_LENGTH;

// The name includes the user, so that two users can each have a link to the same folder.
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
    // Anyone can write to the folder for temporary files, but users cannot replace each other's files there.
    const isOwnLink = (await lstat(link)).uid === process.getuid?.() && (await readlink(link)) === folder;
    if (!isOwnLink) throw pathTooLong(folder, link);
  }
  return link;
};

export const removeSocketLink = async (folder: string): Promise<void> => {
  if (isTooLong(folder)) await rm(getSocketLink(folder), { force: true });
};
