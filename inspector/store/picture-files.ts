/** The files of pictures, by picture id. */
export type PictureFiles = {
  write(id: string, bytes: Blob): Promise<void>;
  /** Returns undefined if there is no such file. */
  read(id: string): Promise<Blob | undefined>;
  /** Returns milliseconds since it was written, by the device's clock; undefined if there is no such file. */
  readAge(id: string): Promise<number | undefined>;
  remove(id: string): Promise<void>;
  listIds(): Promise<string[]>;
};

/** The message to the worker that writes. */
export type WriteRequest = { folder: string; id: string; bytes: Blob };
