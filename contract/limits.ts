/** Limits on the data that clients send. An error names the field and the limit that it exceeds (decision W15). */
export const limits = {
  /** Bytes of the request line and the headers. A percent-encoded query of 16 KiB takes up 48 KiB (O12). */
  headers: 64 * 1024,
  /** Bytes of a JSON body. */
  body: 4 * 1024 * 1024,
  /** Bytes of a form posted to the token endpoint (decision A1). */
  form: 16 * 1024,
  /** Bytes of a form posted by an identity provider: 256 KiB of XML, percent-encoded (L14). */
  providerResponse: 1024 * 1024,
  /** Properties of a body with case-insensitive names. A task has about 20, and up to 200 custom properties. */
  fields: 1_000,
  /** In a query string or a posted form. */
  parameters: 200,
  /** Violations reported per request. All others are only counted. */
  violations: 100,
  /** Characters in a property name in a body, including escapes. All known names are shorter. */
  jsonName: 4_096,
  jsonDepth: 100,
  /** Values in a body at all levels. Arrays and objects count as values. */
  jsonValues: 100_000,
  /**
   * Values in a body, multiplied by the number of different sequences in which its objects list their fields. Each
   * sequence needs a hidden class: parsing 100,000 values takes 25 ms with 1,000 sequences, 200 ms with 49,000.
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
  /** Entries on one page of the change feed (contract, Limits). */
  changePage: 500,
  /** Seconds that a client can wait for changes (decision C12). */
  changeWait: 60,
  idempotencyKey: 255,
  rolesPerUser: 100,
  /** Far more than the number of permissions that exist. */
  permissions: 100,
  /** See S20. */
  minPasswordLength: 8,
  maxPasswordLength: 256,
  /** The default page size of /api/v1. */
  page: 50,
  /** Bytes of an item file. */
  importBytes: 256 * 1024 * 1024,
  /** Bytes of the rows of an item file, stored as JSON during the import. Each row includes its attribute names. */
  importSpoolBytes: 1024 * 1024 * 1024,
  importRows: 1_000_000,
  /** Columns in an item file. An item has at most 200 attributes, but not all items have the same attributes. */
  importColumns: 1_000,
  /** Characters in a CSV cell: 1,000 items to inspect with 256 characters each take up 513,000 if all are escaped. */
  importCell: 600_000,
  /** Errors returned after an import. All others are only counted. */
  importErrors: 1_000,
  /** Errors returned for a row. An additional error gives the total for the row. */
  importErrorsPerRow: 10,
  /** Conflicts returned per field, latest first. */
  conflicts: 10,
  /** Conflicts returned per inspection, starting with the oldest answers. */
  conflictsPerInspection: 5_000,
  /** Bytes of the returned conflicting answers as JSON. The last conflict may exceed the limit. */
  conflictBytes: 8 * 1024 * 1024,
  comment: 4_000,
  commentPictures: 20,
  /** Current answers and comments in an inspection: 100 for each of 1,000 items. */
  answersPerInspection: 100_000,
  /** Bytes of the field names and values of the current answers and comments in an inspection, as JSON. */
  answerBytesPerInspection: 8 * 1024 * 1024,
  /** Current and earlier answers and comments in an inspection, with one and a half changes to each on average. */
  historyPerInspection: 250_000,
  /** Bytes of the values of these answers and comments as JSON. A change to a repeat stores all of its entries. */
  historyBytesPerInspection: 512 * 1024 * 1024,
  /** Follow-up tasks per completion. */
  followUps: 1_000,
  /** Failed fields in an inspection for which a completion stores a follow-up task or the reason why there is none. */
  followUpsPerInspection: 10_000,
  fieldsPerReturn: 1_000,
  /** Returns shown for an inspection, starting with the latest. */
  returnsPerInspection: 100,
  /** Bytes of the comments in these returns. The last return may exceed the limit, because it can have 4 MiB. */
  returnBytes: 1024 * 1024,
} as const;
