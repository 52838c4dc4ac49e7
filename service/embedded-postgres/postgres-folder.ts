import { createHash } from 'node:crypto';
import { access, constants, lstat, mkdir, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { folderUnusable, pathTooLong } from './embedded-postgres-problems.ts';

/** The paths below DATA_DIR. Only `cluster` belongs to PostgreSQL's account; the rest belongs to the server's. */
export type PostgresFolder = {
  root: string;
  /** PostgreSQL's data directory. It also contains the socket, so that other accounts cannot reach it. */
  cluster: string;
  logFile: string;
  /** Locked while PostgreSQL is located, created, started or stopped. */
  changeLock: string;
  /** Shared lock of every server process that uses this PostgreSQL. */
  usersLock: string;
  spareLibraries: string;
};

/** PostgreSQL builds the name of the socket from the port. */
export const SOCKET_PORT = 5432;
export const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;

/** The smallest limit of all systems (macOS; Linux has 107), in bytes. */
const MAX_SOCKET_PATH_LENGTH = 103;

/**
 * Creates the folders of the embedded PostgreSQL in DATA_DIR. Throws an error with the reason if that is not possible.
 */
export const preparePostgresFolder = async (dataDir: string): Promise<PostgresFolder> => {
  const root = join(resolve(dataDir), 'postgres');
  const locks = join(root, 'locks');
  try {
    // Others may pass through, because PostgreSQL may run as nobody; the contents are closed to everyone else.
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

// The owner is part of the name, so that two users can each have a link to the same folder.
const shortNameOf = (folder: string): string => {
  const name = createHash('sha256').update(`${process.getuid?.()}:${folder}`).digest('hex').slice(0, 16);
  return join(tmpdir(), `ronda-${name}`);
};

/**
 * Returns a path of the folder short enough for a socket: its own path, or a link in the folder for temporary files.
 * PostgreSQL itself opens the socket by a relative path.
 */
export const shortenSocketFolder = async (folder: string): Promise<string> => {
  if (!isTooLong(folder)) return folder;
  const link = shortNameOf(folder);
  try {
    await symlink(folder, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // Anyone can write to the folder for temporary files, but no user can replace another user's files there.
    const isOurs = (await lstat(link)).uid === process.getuid?.() && (await readlink(link)) === folder;
    if (!isOurs) throw pathTooLong(folder, link);
  }
  return link;
};

/** Removes the short name once no process uses the folder. */
export const removeShortName = async (folder: string): Promise<void> => {
  if (isTooLong(folder)) await rm(shortNameOf(folder), { force: true });
};
