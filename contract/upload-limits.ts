/**
 * Limits on uploads (S38). They are not in the file of the schemas, because the browser apps import them and do not bundle
 * the schema library.
 */
export const uploadLimits = {
  /** Bytes of one upload, by type of field. */
  bytes: { photo: 30 * 1024 * 1024, signature: 2 * 1024 * 1024, file: 100 * 1024 * 1024 },
  /** Pixels of a picture. Nearly all phone cameras produce fewer, and this many fit in memory. */
  pixels: 65_000_000,
  /** Pixels of an AVIF picture. Decoding one takes twice the memory. */
  heifPixels: 25_000_000,
  /**
   * Pixels of each edge of a picture that is sent, the maximum of JPEG. Scaling a picture of 64 million x 1 pixels needs
   * 1.7 GB, and 1 x 64 million pixels a minute.
   */
  sentEdge: 65_535,
  /** Longest edge of a stored picture, in pixels. */
  edge: 4_096,
  /** Longest edge of a thumbnail, in pixels. */
  thumbnailEdge: 400,
  fileName: 255,
  fileType: 255,
  /** Requests for one upload: each interruption requires another one. */
  pieces: 10_000,
  /** Uploads of one inspection. */
  perInspection: 2_000,
  /** Days without progress after which an incomplete upload is deleted. */
  expiresAfterDays: 7,
} as const;
