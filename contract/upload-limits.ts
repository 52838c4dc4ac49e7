/** Upload limits (S38), in a separate file from the schemas so that the apps do not bundle the schema library. */
export const uploadLimits = {
  /** Bytes per upload, by field type. */
  bytes: { photo: 30 * 1024 * 1024, signature: 2 * 1024 * 1024, file: 100 * 1024 * 1024 },
  /** Pixels in a picture. Nearly all phone cameras stay below this, and a picture of this size fits in memory. */
  pixels: 65_000_000,
  /** Pixels in an AVIF picture, which takes twice as much memory to decode. */
  avifPixels: 25_000_000,
  /**
   * Pixels per edge: the JPEG maximum. Scaling a picture of 64 million x 1 pixels takes 1.7 GB; 1 x 64 million takes a
   * minute.
   */
  maxUploadedEdge: 65_535,
  /** The longest edge, in pixels. */
  storedEdge: 4_096,
  thumbnailEdge: 400,
  fileName: 255,
  fileType: 255,
  /** One piece per request, so every interruption adds one. */
  maxPieces: 10_000,
  perInspection: 2_000,
  /** Days without progress after which an incomplete upload is deleted. */
  expiresAfterDays: 7,
} as const;
