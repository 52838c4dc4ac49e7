import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#service/config.ts';

// A marker file in DATA_DIR shows that a restore is creating the embedded database. The database itself
// cannot have a marker yet (service/backup/restore-marker.ts). Without the file, a server that is started after
// a restore was killed early on would create an empty database with a new tenant.

const getMarkerPath = (dataDir: string) => join(dataDir, 'restore-unfinished');

/** Creates the marker file in DATA_DIR. Returns a function that removes it. */
export const markRestoringFolder = async ({ databaseUrl, dataDir }: Config): Promise<() => Promise<void>> => {
  if (databaseUrl !== undefined) return async () => {};
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  await writeFile(getMarkerPath(dataDir), '');
  return () => rm(getMarkerPath(dataDir), { force: true });
};

/** Throws if a restore into this DATA_DIR is running, or was killed before it could mark its database. */
export const rejectMarkedFolder = async ({ databaseUrl, dataDir }: Config): Promise<void> => {
  if (databaseUrl !== undefined) return;
  const isMarked = await access(getMarkerPath(dataDir)).then(
    () => true,
    () => false,
  );
  if (!isMarked) return;
  throw new Error(
    `A restore into ${dataDir} is running or did not finish. Run ronda restore again. To start without it, delete ${getMarkerPath(dataDir)}.`,
  );
};
