/**
 * Limits on a workbook and its answers (decision W15). Separate from the schemas because the workbook engine reads them
 * in a browser, where no schema library is loaded.
 */
export const workbookLimits = {
  /** Fields of a workbook version, including sections, repeats and the fields in them. */
  fields: 2_000,
  /** Sections and repeats around one field. */
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
   * Reading half a million blocks the server for a tenth of a second, or for four seconds with `1+1+1…`.
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
  /** Errors reported for one definition or one set of answers. No one reads more. */
  errors: 100,
} as const;
