/** The bytes of pictures, by the ids of the pictures. */
export type PictureFiles = {
  write(id: string, bytes: Blob): Promise<void>;
  /** undefined: there is none. */
  read(id: string): Promise<Blob | undefined>;
  /** Milliseconds since it was written, by the clock of the device; undefined: there is no file. */
  ageOf(id: string): Promise<number | undefined>;
  remove(id: string): Promise<void>;
  ids(): Promise<string[]>;
};

/** What the worker that writes is told. */
export type WriteOrder = { folder: string; id: string; bytes: Blob };
