/**
 * Limits on a workbook and its answers (decision W15). They are not in the file of the schemas, because the browser apps
 * import them and do not bundle the schema library.
 */
export const workbookLimits = {
  /** Fields of a workbook version, including sections, repeats and the fields in them. */
  fields: 2_000,
  /** Nested sections and repeats that contain a field. */
  nesting: 4,
  fieldName: 128,
  label: 1_000,
  hint: 4_000,
  languages: 50,
  choices: 5_000,
  choiceValue: 256,
  choiceAttributes: 20,
  /** Characters of an expression. The engine limits its parts and levels. */
  expression: 10_000,
  /**
   * Characters of all expressions and of all `${Name}` references in texts of a workbook: 250 for each of 2,000 fields.
   * Parsing this many blocks the server for 0.1 seconds, and for 4 seconds in the worst case (`1+1+1…`).
   */
  expressions: 500_000,
  /** Characters of the name of a workbook or team. */
  reference: 256,
  /** Photos of one field. */
  photos: 100,
  /** Entries of one repeat. */
  entries: 1_000,
  /** Characters of a text or barcode answer when its field sets no maxLength. */
  text: 4_000,
  /** Characters of a longText answer, and the largest maxLength a field may set. */
  longText: 32_768,
  /** Errors reported for one definition or one set of answers. */
  errors: 100,
} as const;
