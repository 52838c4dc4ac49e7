export type ViewablePicture = {
  id: string;
  name: string;
  /** Its bytes; or it is being loaded; or it is on the server, which cannot be reached. */
  source: Blob | 'loading' | 'on server';
};
