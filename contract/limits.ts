/** Upper bounds for everything a client sends. Beyond them the error names the field and the limit (decision W15). */
export const limits = {
  /** Bytes of the request line and headers: a query of 16 KiB, three times as long when percent-encoded, and the rest (O12). */
  headers: 64 * 1024,
  /** Bytes of a JSON body. */
  body: 4 * 1024 * 1024,
  /** Bytes of a form posted to the token endpoint (decision A1). */
  form: 16 * 1024,
  /** Bytes of a form posted by an identity provider: 256 KiB of XML, percent-encoded (L14). */
  providerResponse: 1024 * 1024,
  /** Members of a body whose names are matched in any letter case: a task has about twenty, and up to 200 custom properties. */
  members: 1_000,
  /** Parameters of a query string or of a posted form. */
  parameters: 200,
  /** Violations reported per request; one more line states how many are left out. */
  violations: 100,
  /** Characters of a member name in a body, as written: longer than every name with a meaning. */
  jsonName: 4_096,
  /** Levels of nested arrays and objects in a body. */
  jsonDepth: 100,
  /** Values in a body, counted through all levels. */
  jsonValues: 100_000,
  /** Different member names in a body: 100,000 objects with one of 10,000 names take 90 ms to parse, and with one of 1,000 30 ms. */
  jsonNames: 3_000,
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
  /** Longest time in seconds that a client can wait for changes (decision C12). */
  changeWait: 60,
  idempotencyKey: 255,
  rolesOfUser: 100,
  /** Far more than exist. */
  permissions: 100,
  /** Characters of a password that a user chooses (S20). */
  minPasswordLength: 8,
  maxPasswordLength: 256,
  /** Default page size of /api/v1. */
  page: 50,
  /** Bytes of an item file. */
  importBytes: 256 * 1024 * 1024,
  /** Rows of an item file. */
  importRows: 1_000_000,
  /** Columns of an item file. An item has at most 200 attributes, but different items have different ones. */
  importColumns: 1_000,
  /** Characters of a cell of a CSV file: a thousand items to inspect, each of 256 characters that may all be escaped, take 513,000. */
  importCell: 600_000,
  /** Errors listed after an import; all are counted. */
  importErrors: 1_000,
  /** Conflicts returned per field. */
  conflicts: 10,
  /** Characters of a comment by an inspector or reviewer. */
  comment: 4_000,
  commentPictures: 20,
  /** Bytes of the current answers and comments of an inspection, as JSON: those of a thousand items with sixty answers take 3 MB. */
  answersOfInspection: 8 * 1024 * 1024,
  /** Fields that one return can comment on. */
  returnedFields: 1_000,
} as const;
