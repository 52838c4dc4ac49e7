/** A picture in a strip or full screen. */
export type ShownPicture = {
  id: string;
  name: string;
  /** Its bytes; or they are being loaded; or they are on the server, which cannot be reached. */
  source: Blob | 'loading' | 'on server';
};
