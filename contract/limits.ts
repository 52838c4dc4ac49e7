/** Limits on the data that a client sends. An error names the field and the limit that it exceeds (decision W15). */
export const limits = {
  /** Bytes of the request line and headers: a query of 16 KiB takes 48 KiB when percent-encoded (O12). */
  headers: 64 * 1024,
  /** Bytes of a JSON body. */
  body: 4 * 1024 * 1024,
  /** Bytes of a form posted to the token endpoint (decision A1). */
  form: 16 * 1024,
  /** Bytes of a form posted by an identity provider: 256 KiB of XML, percent-encoded (L14). */
  providerResponse: 1024 * 1024,
  /** Properties of a body whose names are matched case-insensitively: a task has about 20, and up to 200 custom properties. */
  fields: 1_000,
  /** Parameters of a query string or of a posted form. */
  parameters: 200,
  /** Violations reported per request. One more entry states how many were omitted. */
  violations: 100,
  /** Characters of a property name in a body, including escapes. All known names are shorter. */
  jsonName: 4_096,
  /** Levels of nested arrays and objects in a body. */
  jsonDepth: 100,
  /** Values in a body, at all levels, including its arrays and objects. */
  jsonValues: 100_000,
  /**
   * Values in a body, times the different sequences in which its objects name their fields. JSON.parse creates a hidden class
   * for each sequence: it takes 25 ms for 100,000 values with 1,000 sequences, and up to 200 ms with 49,000.
   */
  jsonValuesTimesSequences: 100_000_000,
  /** Characters of an external ID, a title, or the name of a referenced object. */
  name: 256,
  description: 32_768,
  customProperties: 200,
  customPropertyName: 128,
  customPropertyText: 4_000,
  itemsToInspect: 1_000,
  bulkIds: 10_000,
  /** Entries of one page of the change feed (contract, Limits). */
  changePage: 500,
  /** Maximum time in seconds that a client can wait for changes (decision C12). */
  changeWait: 60,
  idempotencyKey: 255,
  rolesOfUser: 100,
  /** Permissions of a role, far more than exist. */
  permissions: 100,
  /** Characters of a password that a user sets (S20). */
  minPasswordLength: 8,
  maxPasswordLength: 256,
  /** Default page size of /api/v1. */
  page: 50,
  /** Bytes of an item file. */
  importBytes: 256 * 1024 * 1024,
  /** Bytes of the rows of an item file while it is imported, as JSON: each row with the names of its attributes. */
  importSpoolBytes: 1024 * 1024 * 1024,
  /** Rows of an item file. */
  importRows: 1_000_000,
  /** Columns of an item file. Each item has at most 200 attributes, but not all items have the same ones. */
  importColumns: 1_000,
  /** Characters of a cell of a CSV file: 1,000 items to inspect of 256 characters each take 513,000 if all are escaped. */
  importCell: 600_000,
  /** Errors returned after an import. Further errors are only counted. */
  importErrors: 1_000,
  /** Errors returned for a row of an imported file. One more gives the number of errors of the row. */
  importErrorsOfRow: 10,
  /** Conflicts returned per field. */
  conflicts: 10,
  /** Conflicts returned per inspection, those of the oldest answers first. */
  conflictsOfInspection: 5_000,
  /** Bytes of their answers as JSON. The last conflict may exceed them. */
  conflictBytes: 8 * 1024 * 1024,
  /** Characters of a comment by an inspector or reviewer. */
  comment: 4_000,
  commentPictures: 20,
  /** Current answers and comments of an inspection: 100 for each of 1,000 items. */
  answersOfInspection: 100_000,
  /** Bytes of their field names and of their values as JSON. */
  answerBytesOfInspection: 8 * 1024 * 1024,
  /** Answers and comments that an inspection has ever had: each of the current ones, and one and a half changes of each. */
  historyOfInspection: 250_000,
  /** Bytes of their values as JSON. Every change of a repeat stores all of its entries: 8,000 changes of 64 KB. */
  historyBytesOfInspection: 512 * 1024 * 1024,
  /** Follow-up tasks that one completion creates. */
  followUps: 1_000,
  /** Failed fields of an inspection for which a completion stores a follow-up task, or why there is none. */
  followUpsOfInspection: 10_000,
  /** Fields that one return can comment on. */
  returnedFields: 1_000,
  /** Returns shown for an inspection, the latest first. */
  returnsOfInspection: 100,
  /** Bytes of their comments, those on fields as JSON. The last return may exceed them: one can have 4 MiB. */
  returnBytes: 1024 * 1024,
} as const;
