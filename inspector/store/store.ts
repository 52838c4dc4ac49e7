import type { DeviceDatabase } from './device-database.ts';
import type { PictureFiles } from './picture-files.ts';

/** The data of a person on this device. Each function of this folder is one transaction, which completes on disk. */
export type Store = {
  database: DeviceDatabase;
  files: PictureFiles;
  now(): number;
  newId(): string;
};
