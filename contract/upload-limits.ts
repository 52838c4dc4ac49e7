/**
 * Upper bounds of what is uploaded (S38). Apart from the schemas because an app reads them in a browser too, where no
 * schema library is loaded.
 */
export const uploadLimits = {
  /** Bytes of one upload, by what its field takes. */
  bytes: { photo: 30 * 1024 * 1024, signature: 2 * 1024 * 1024, file: 100 * 1024 * 1024 },
  /** Pixels of a picture: more than nearly every phone makes, few enough to be held in memory. */
  pixels: 65_000_000,
  /** Of an AVIF picture, which takes twice the memory while it is read. */
  pixelsOfHeif: 25_000_000,
  /** Pixels of the longest edge of a picture as it is kept. */
  edge: 4_096,
  /** Pixels of the longest edge of a thumbnail. */
  thumbnailEdge: 400,
  fileName: 255,
  fileType: 255,
  /** Requests or breaks in which one upload may come. */
  pieces: 10_000,
  /** Uploads of one inspection. */
  perInspection: 2_000,
  /** Days without progress after which an upload that has not arrived is forgotten. */
  forgottenAfterDays: 7,
} as const;
