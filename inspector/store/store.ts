import type { DeviceDatabase } from './device-database.ts';
import type { PictureFiles } from './picture-files.ts';

/** All that one person has on this device. What happens here is one transaction each, and over when it lies on the disk. */
export type Store = {
  database: DeviceDatabase;
  files: PictureFiles;
  now(): number;
  newId(): string;
};
