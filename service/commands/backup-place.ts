import type { Files } from '#service/files/files.ts';
import { openFiles } from '#service/files/open-files.ts';
import { describePlace, type FilesPlace, parseFilesPlace } from '#service/files-place.ts';
import { ArgumentError } from './argument-error.ts';

export type BackupPlace = { files: Files; name: string };

/** The TARGET of a command, or BACKUP_TO. */
export const openBackupPlace = async (
  target: string | undefined,
  backupTo: FilesPlace | undefined,
): Promise<BackupPlace> => {
  const place = target === undefined ? backupTo : parseFilesPlace(target, refuseTarget);
  if (place === undefined) throw new ArgumentError('Name a TARGET, or set BACKUP_TO.');
  return { files: await openFiles(place), name: describePlace(place) };
};

const refuseTarget = (reason: string): never => {
  throw new ArgumentError(`TARGET ${reason}`);
};
