export type ViewablePicture = {
  id: string;
  name: string;
  /**
   * The bytes, or the reason why there are none yet: either they are still loading, or they are on the server, which
   * cannot be reached.
   */
  source: Blob | 'loading' | 'remote';
};
