import type { DeviceDatabase } from './device-database.ts';

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

/** The picture files, by picture ID. */
export type PictureFiles = {
  write(id: string, bytes: Blob): Promise<void>;
  /** Returns undefined if there is no such file. */
  read(id: string): Promise<Blob | undefined>;
  /**
   * Returns the time since the file was written in milliseconds, according to the device's clock; undefined if there is
   * no such file.
   */
  readAge(id: string): Promise<number | undefined>;
  remove(id: string): Promise<void>;
  listIds(): Promise<string[]>;
};

/** The message sent to the worker that writes a picture file. */
export type WriteRequest = { folder: string; id: string; bytes: Blob };
