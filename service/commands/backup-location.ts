import { requireSetName } from '#service/backup/sets.ts';
import type { Config } from '#service/config.ts';
import { FileStoreUnavailableError, type Files } from '#service/files/files.ts';
import { openFiles } from '#service/files/open-files.ts';
import {
  describeLocation,
  type FilesLocation,
  isWithin,
  parseFilesLocation,
} from '#service/files-location.ts';
import { ArgumentError } from './argument-error.ts';

export type BackupLocation = { files: Files; name: string };

export const openBackupLocation = async (
  target: string | undefined,
  backupTo: FilesLocation | undefined,
): Promise<BackupLocation> => {
  const location = parseLocation(target, backupTo);
  return { files: await openFiles(location), name: describeLocation(location) };
};

export const openBackupTarget = async (
  target: string | undefined,
  config: Config,
): Promise<BackupLocation> => {
  rejectServerFolder(parseLocation(target, config.backupTo), config);
  return openBackupLocation(target, config.backupTo);
};

/** Rejects a target inside one of the server's own folders, where the server would delete the files as unused. */
export const rejectServerFolder = (location: FilesLocation, { dataDir, files }: Config): void => {
  const parent = [dataDir, ...('folder' in files ? [files.folder] : [])].find((folder) =>
    isWithin(location, folder),
  );
  if (parent === undefined) return;
  throw new ArgumentError(
    `Backups cannot be stored in ${describeLocation(location)}: it is inside ${parent}, where the server stores its own data (DATA_DIR, FILES_URL). Use a folder on another disk.`,
  );
};

const parseLocation = (target: string | undefined, backupTo: FilesLocation | undefined): FilesLocation => {
  const location =
    target === undefined
      ? backupTo
      : parseFilesLocation(target, (reason) => {
          throw new ArgumentError(`TARGET ${reason}`);
        });
  if (location === undefined) throw new ArgumentError('Specify a TARGET, or set BACKUP_TO.');
  return location;
};

export const findBackupSet = async (
  { files, name }: BackupLocation,
  setName: string | undefined,
): Promise<string> => {
  try {
    return await requireSetName(files, setName);
  } catch (error) {
    if (!(error instanceof FileStoreUnavailableError)) throw error;
    throw new Error(`The target ${name} could not be read: ${(error.cause as Error).message}`, {
      cause: error,
    });
  }
};
