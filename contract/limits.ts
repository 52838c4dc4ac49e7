/** Limits on client input. Errors name the field and the limit it exceeds (decision W15). */
export const limits = {
  /** Bytes in the request line and headers. Percent-encoding turns a 16 KiB query into 48 KiB (O12). */
  headers: 64 * 1024,
  /** Bytes in a JSON body. */
  body: 4 * 1024 * 1024,
  /** Bytes in a form posted to the token endpoint (decision A1). */
  form: 16 * 1024,
  /** Bytes in a form posted by an identity provider: 256 KiB of XML, percent-encoded (L14). */
  providerResponse: 1024 * 1024,
  /** Properties of a body with case-insensitive names. A task has about 20, plus up to 200 custom properties. */
  fields: 1_000,
  /** In a query string or a posted form. */
  parameters: 200,
  /** Violations reported per request. Any others are only counted. */
  violations: 100,
  /** Characters in a property name in a body, including escapes. All known names are shorter. */
  jsonName: 4_096,
  jsonDepth: 100,
  /** Values in a body, across all levels. Arrays and objects count as values. */
  jsonValues: 100_000,
  /**
   * Values in a body times the number of distinct field sequences in its objects. Each sequence needs its own hidden
   * class: parsing 100,000 values takes 25 ms with 1,000 sequences, 200 ms with 49,000.
   */
  jsonValuesTimesSequences: 100_000_000,
  /** Characters in an external ID, a title, or the name of a referenced object. */
  name: 256,
  description: 32_768,
  customProperties: 200,
  customPropertyName: 128,
  customPropertyText: 4_000,
  itemsToInspect: 1_000,
  bulkIds: 10_000,
  /** Entries per change feed page (contract, Limits). */
  changePage: 500,
  /** Maximum long-poll wait, in seconds (decision C12). */
  changeWait: 60,
  idempotencyKey: 255,
  rolesPerUser: 100,
  /** Far more than there are permissions. */
  permissions: 100,
  /** See S20. */
  minPasswordLength: 8,
  maxPasswordLength: 256,
  /** The default page size of /api/v1. */
  page: 50,
  /** Bytes in an item file. */
  importBytes: 256 * 1024 * 1024,
  /** Bytes in an item file's rows, spooled as JSON during the import. Each row repeats its attribute names. */
  importSpoolBytes: 1024 * 1024 * 1024,
  importRows: 1_000_000,
  /** Columns in an item file. An item has at most 200 attributes, but not every item has the same ones. */
  importColumns: 1_000,
  /** Characters in a CSV cell: 1,000 items to inspect of 256 characters each take up 513,000 if fully escaped. */
  importCell: 600_000,
  /** Errors returned after an import. Any others are only counted. */
  importErrors: 1_000,
  /** Errors returned per row. One extra error states the row's total. */
  importErrorsPerRow: 10,
  /** Conflicts returned per field, latest first. */
  conflicts: 10,
  /** Conflicts returned per inspection, starting with the oldest answers. */
  conflictsPerInspection: 5_000,
  /** Bytes of conflicting answers returned, as JSON. The last conflict may overshoot the limit. */
  conflictBytes: 8 * 1024 * 1024,
  comment: 4_000,
  commentPictures: 20,
  /** Current answers and comments in an inspection: 100 for each of 1,000 items. */
  answersPerInspection: 100_000,
  /** Bytes of an inspection's current answers and comments: field names and values, as JSON. */
  answerBytesPerInspection: 8 * 1024 * 1024,
  /** Current and earlier answers and comments in an inspection, allowing 1.5 changes to each on average. */
  historyPerInspection: 250_000,
  /** Bytes of the values of these answers and comments, as JSON. Changing a repeat stores all its entries again. */
  historyBytesPerInspection: 512 * 1024 * 1024,
  /** Follow-up tasks per completion. */
  followUps: 1_000,
  /** Failed fields per inspection for which a completion stores a follow-up task, or the reason there is none. */
  followUpsPerInspection: 10_000,
  fieldsPerReturn: 1_000,
  /** Returns shown per inspection, latest first. */
  returnsPerInspection: 100,
  /** Bytes of the comments in these returns. The last return may overshoot the limit: it can be 4 MiB. */
  returnBytes: 1024 * 1024,
} as const;
