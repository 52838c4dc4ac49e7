import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#service/config.ts';

// A marker file in DATA_DIR shows that a restore is creating the embedded database, which cannot hold a marker yet.
// Without it, a server started after a killed restore would create an empty database with a new tenant.

const getMarkerPath = (dataDir: string) => join(dataDir, 'restore-unfinished');

/** Returns a function that removes the marker. */
export const markRestoringFolder = async ({ databaseUrl, dataDir }: Config): Promise<() => Promise<void>> => {
  if (databaseUrl !== undefined) return async () => {};
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  await writeFile(getMarkerPath(dataDir), '');
  return () => rm(getMarkerPath(dataDir), { force: true });
};

export const rejectMarkedFolder = ({ databaseUrl, dataDir }: Config): void => {
  if (databaseUrl !== undefined || !existsSync(getMarkerPath(dataDir))) return;
  throw new Error(
    `A restore into ${dataDir} is running or did not finish. Run ronda restore again. To start without it, delete ${getMarkerPath(dataDir)}.`,
  );
};
