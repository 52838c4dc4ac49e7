/** See decision W15. This file contains no schemas, so that the apps do not bundle the schema library. */
export const workbookLimits = {
  /** Includes sections, repeats and the fields inside them. */
  fields: 2_000,
  /** Levels of sections and repeats around a field. */
  nesting: 4,
  fieldName: 128,
  label: 1_000,
  hint: 4_000,
  languages: 50,
  choices: 5_000,
  choiceValue: 256,
  choiceAttributes: 20,
  /** Characters in an expression. The engine also limits the number and depth of its parts. */
  expression: 10_000,
  /**
   * Characters in a workbook's expressions and in the `${Name}` references in its texts: 250 for each of 2,000 fields.
   * Parsing this many blocks the server for 0.1 seconds, or 4 seconds in the worst case (`1+1+1…`).
   */
  expressions: 500_000,
  reference: 256,
  photos: 100,
  entries: 1_000,
  /** Characters in a text or barcode answer if its field sets no maxLength. */
  text: 4_000,
  /** Characters in a longText answer, and the largest maxLength that a field may set. */
  longText: 32_768,
  /** Errors reported for one definition or one set of answers. */
  errors: 100,
} as const;
