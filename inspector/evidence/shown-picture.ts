/** A picture that is shown, small in a row or large. */
export type ShownPicture = {
  id: string;
  name: string;
  /** Its bytes; or why there are none: they are being read, or they are on the server, which is out of reach. */
  source: Blob | 'reading' | 'elsewhere';
};
