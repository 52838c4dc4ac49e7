/** Upper bounds of everything a caller may send. Beyond: an error that names field and limit (decision W15). */
export const limits = {
  /** Bytes of the request line and headers: a query of 16 KiB, percent-encoded three times its size, and the rest (decision O12). */
  headers: 64 * 1024,
  /** Bytes of a JSON body. */
  body: 4 * 1024 * 1024,
  /** Bytes of a form posted to the token endpoint (decision A1). */
  form: 16 * 1024,
  /** Bytes of a form by which an identity provider answers: 256 KiB of XML, percent-encoded (L14). */
  postedAnswer: 1024 * 1024,
  /** Members of a body whose names are found in any letter case: a task has some twenty, and 200 custom properties. */
  members: 1_000,
  /** Parameters of a query string. */
  queryParameters: 200,
  /** Violations of one request that are collected; one more line says when there are more. */
  violations: 100,
  /** Levels of nested arrays and objects in a body. */
  jsonDepth: 100,
  /** Values in a body, counted through all levels. */
  jsonValues: 100_000,
  /** Characters of an external id, a title or a name that refers to something. */
  name: 256,
  description: 32_768,
  customProperties: 200,
  customPropertyName: 128,
  customPropertyText: 4_000,
  itemsToInspect: 1_000,
  bulkIds: 10_000,
  /** Entries of one page of the change feed (contract, Limits). */
  changePage: 500,
  /** Seconds a caller may wait for news (decision C12). */
  changeWait: 60,
  idempotencyKey: 255,
  rolesOfUser: 100,
  /** Far more than there are. */
  permissions: 100,
  /** Characters of a password that somebody chooses (S20). */
  shortestPassword: 8,
  longestPassword: 256,
  /** Entries of a page of /api/v1 for who does not say. */
  page: 50,
  /** Bytes of a file of items. */
  importBytes: 256 * 1024 * 1024,
  /** Rows of a file of items. */
  importRows: 1_000_000,
  /** Columns of a file of items: an item has 200 attributes, but not every item the same. */
  importColumns: 1_000,
  /** Rows of an import whose faults are told; all are counted. */
  importFaults: 1_000,
  /** Conflicts of one field that are shown. */
  conflicts: 10,
  /** Characters of a remark, or of a reviewer's comment. */
  remark: 4_000,
  remarkPictures: 20,
  /** Fields that a reviewer comments on at once. */
  returnedFields: 1_000,
} as const;
