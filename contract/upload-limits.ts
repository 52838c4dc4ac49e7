/**
 * Limits on uploads (S38). They are not in the schema file, because the browser apps import them without bundling the
 * schema library.
 */
export const uploadLimits = {
  /** Bytes per upload, by field type. */
  bytes: { photo: 30 * 1024 * 1024, signature: 2 * 1024 * 1024, file: 100 * 1024 * 1024 },
  /** Pixels in a picture. Nearly all phone cameras produce fewer, and this many fit in memory. */
  pixels: 65_000_000,
  /** Pixels in an AVIF picture, which takes twice as much memory to decode. */
  avifPixels: 25_000_000,
  /**
   * Length in pixels of either edge of an uploaded picture: the JPEG maximum. Scaling a picture of 64 million x 1
   * pixels requires 1.7 GB, and one of 1 x 64 million pixels takes a minute.
   */
  maxUploadedEdge: 65_535,
  /** Longest edge of a stored picture, in pixels. */
  storedEdge: 4_096,
  /** Longest edge of a thumbnail, in pixels. */
  thumbnailEdge: 400,
  fileName: 255,
  fileType: 255,
  /** Requests per upload: each interruption requires another one. */
  maxPieces: 10_000,
  /** Uploads per inspection. */
  perInspection: 2_000,
  /** Number of days without progress after which an incomplete upload is deleted. */
  expiresAfterDays: 7,
} as const;
