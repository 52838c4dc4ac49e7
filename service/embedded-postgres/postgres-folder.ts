import { createHash } from 'node:crypto';
import { access, constants, lstat, mkdir, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { folderUnusable, pathTooLong } from './embedded-postgres-problems.ts';

/** Where things are below DATA_DIR. Only `cluster` belongs to PostgreSQL's account, the rest to the server's. */
export type PostgresFolder = {
  root: string;
  /** PostgreSQL's data directory. Its socket is in it too, where nobody else may go. */
  cluster: string;
  logFile: string;
  /** Held while PostgreSQL is looked for, made, started or stopped. */
  changeLock: string;
  /** Shared by every server process that uses this PostgreSQL. */
  usersLock: string;
  spareLibraries: string;
};

/** The name of the socket is PostgreSQL's own, made of the port. */
export const SOCKET_PORT = 5432;
export const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;

/** The smallest limit of all systems (macOS; Linux has 107), in bytes. */
const LONGEST_SOCKET_PATH = 103;

/** Makes the folders of the embedded PostgreSQL in DATA_DIR, or says why that is impossible. */
export const preparePostgresFolder = async (dataDir: string): Promise<PostgresFolder> => {
  const root = join(resolve(dataDir), 'postgres');
  const locks = join(root, 'locks');
  try {
    // Passable, because PostgreSQL may run as nobody; what is inside is closed to everybody else.
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
  Buffer.byteLength(join(folder, SOCKET_NAME)) > LONGEST_SOCKET_PATH;

// Its owner is part of the name, so that two users can each have theirs to the same folder.
const shortNameOf = (folder: string): string => {
  const name = createHash('sha256').update(`${process.getuid?.()}:${folder}`).digest('hex').slice(0, 16);
  return join(tmpdir(), `ronda-${name}`);
};

/**
 * A name of the folder that is short enough for the path of a socket in it: its own, or that of a link to it among
 * the temporary files. PostgreSQL itself needs none, it opens the socket from inside.
 */
export const shortenSocketFolder = async (folder: string): Promise<string> => {
  if (!isTooLong(folder)) return folder;
  const link = shortNameOf(folder);
  try {
    await symlink(folder, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // Anybody may write among the temporary files, but nobody can replace what another owns there.
    const isOurs = (await lstat(link)).uid === process.getuid?.() && (await readlink(link)) === folder;
    if (!isOurs) throw pathTooLong(folder, link);
  }
  return link;
};

/** Clears away the short name, when nobody uses the folder any more. */
export const forgetShortName = async (folder: string): Promise<void> => {
  if (isTooLong(folder)) await rm(shortNameOf(folder), { force: true });
};
