/** Limits on data sent by clients. An error names the field and the limit it exceeds (decision W15). */
export const limits = {
  /** Bytes of the request line and headers: a 16 KiB query takes 48 KiB when percent-encoded (O12). */
  headers: 64 * 1024,
  /** Bytes of a JSON body. */
  body: 4 * 1024 * 1024,
  /** Bytes of a form posted to the token endpoint (decision A1). */
  form: 16 * 1024,
  /** Bytes of a form posted by an identity provider: 256 KiB of XML, percent-encoded (L14). */
  providerResponse: 1024 * 1024,
  /** Properties of a body with case-insensitive names: a task has about 20, and up to 200 custom properties. */
  fields: 1_000,
  /** Parameters in a query string or a posted form. */
  parameters: 200,
  /** Violations reported per request. One additional entry states how many were omitted. */
  violations: 100,
  /** Characters in a property name in a body, including escapes. All known names are shorter. */
  jsonName: 4_096,
  /** Levels of nested arrays and objects in a body. */
  jsonDepth: 100,
  /** Values in a body, at all levels, counting its arrays and objects. */
  jsonValues: 100_000,
  /**
   * Values in a body, multiplied by the number of different sequences in which its objects list their fields.
   * JSON.parse creates a hidden class for each sequence: it takes 25 ms for 100,000 values with 1,000 sequences, and up
   * to 200 ms with 49,000.
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
  /** How long a client can wait for changes, in seconds (decision C12). */
  changeWait: 60,
  idempotencyKey: 255,
  rolesPerUser: 100,
  /** Permissions in a role, far more than exist. */
  permissions: 100,
  /** Characters in a password set by a user (S20). */
  minPasswordLength: 8,
  maxPasswordLength: 256,
  /** Default page size of /api/v1. */
  page: 50,
  /** Bytes of an item file. */
  importBytes: 256 * 1024 * 1024,
  /** Bytes of an item file's rows during the import, as JSON: each row includes the names of its attributes. */
  importSpoolBytes: 1024 * 1024 * 1024,
  importRows: 1_000_000,
  /** Columns in an item file. Each item has at most 200 attributes, but not all items have the same ones. */
  importColumns: 1_000,
  /** Characters in a CSV cell: 1,000 items to inspect of 256 characters take 513,000 if all are escaped. */
  importCell: 600_000,
  /** Errors returned after an import. Any others are only counted. */
  importErrors: 1_000,
  /** Errors returned for one row of an imported file. One additional error gives the row's total. */
  importErrorsPerRow: 10,
  /** Conflicts returned per field. */
  conflicts: 10,
  /** Conflicts returned per inspection, oldest answers first. */
  conflictsPerInspection: 5_000,
  /** Bytes of the conflicting answers as JSON. The last conflict may exceed the limit. */
  conflictBytes: 8 * 1024 * 1024,
  /** Characters in an inspector's or reviewer's comment. */
  comment: 4_000,
  commentPictures: 20,
  /** Current answers and comments in an inspection: 100 for each of 1,000 items. */
  answersPerInspection: 100_000,
  /** Bytes of the field names and values of these answers and comments, as JSON. */
  answerBytesPerInspection: 8 * 1024 * 1024,
  /** Answers and comments that an inspection has ever had: the current ones, plus one and a half changes to each. */
  historyPerInspection: 250_000,
  /** Bytes of their values as JSON. Every change to a repeat stores all of its entries: 8,000 changes of 64 KB. */
  historyBytesPerInspection: 512 * 1024 * 1024,
  /** Follow-up tasks created by one completion. */
  followUps: 1_000,
  /** Failed fields in an inspection for which a completion stores a follow-up task, or the reason why there is none. */
  followUpsPerInspection: 10_000,
  fieldsPerReturn: 1_000,
  /** Returns shown for an inspection, latest first. */
  returnsPerInspection: 100,
  /**
   * Bytes of their comments, counting those on fields as JSON. The last return may exceed the limit, because
   * one can have 4 MiB.
   */
  returnBytes: 1024 * 1024,
} as const;
