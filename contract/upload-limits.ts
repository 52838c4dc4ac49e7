/** Limits on uploads (S38). They are separate from the schemas, so that the apps do not bundle the schema library. */
export const uploadLimits = {
  /** Bytes per upload, by field type. */
  bytes: { photo: 30 * 1024 * 1024, signature: 2 * 1024 * 1024, file: 100 * 1024 * 1024 },
  /** Pixels in a picture. Nearly all phone cameras produce fewer, and a picture with this many fits in memory. */
  pixels: 65_000_000,
  /** Pixels in an AVIF picture, which takes twice as much memory to decode. */
  avifPixels: 25_000_000,
  /**
   * Pixels per edge: the maximum of JPEG. Scaling a picture of 64 million x 1 pixels takes 1.7 GB, and scaling one of
   * 1 x 64 million pixels takes a minute.
   */
  maxUploadedEdge: 65_535,
  /** The longest edge, in pixels. */
  storedEdge: 4_096,
  thumbnailEdge: 400,
  fileName: 255,
  fileType: 255,
  /** Each request sends one piece, and each interruption requires another request. */
  maxPieces: 10_000,
  perInspection: 2_000,
  /** Days without progress after which an incomplete upload is deleted. */
  expiresAfterDays: 7,
} as const;
