import type { DeviceDatabase } from './device-database.ts';
import type { PictureFiles } from './picture-files.ts';

/**
 * A person's data on this device. Each function in this folder runs one transaction, which is on disk once it
 * completes.
 */
export type Store = {
  database: DeviceDatabase;
  files: PictureFiles;
  now(): number;
  newId(): string;
};
