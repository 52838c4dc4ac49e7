import type { DeviceDatabase } from './device-database.ts';

/** One person's data on this device. Each function in this folder runs one durable transaction. */
export type Store = {
  database: DeviceDatabase;
  files: PictureFiles;
  now(): number;
  newId(): string;
};

export type PictureFiles = {
  write(id: string, bytes: Blob): Promise<void>;
  /** Returns undefined if there is no such file. */
  read(id: string): Promise<Blob | undefined>;
  /** Returns the milliseconds since the file was written, or undefined if there is no such file. */
  readAge(id: string): Promise<number | undefined>;
  remove(id: string): Promise<void>;
  listIds(): Promise<string[]>;
};

export type WriteRequest = { folder: string; id: string; bytes: Blob };
