export type ViewablePicture = {
  id: string;
  name: string;
  /** The bytes, or why there are none yet: they are being loaded, or are on the server, which cannot be reached. */
  source: Blob | 'loading' | 'remote';
};
