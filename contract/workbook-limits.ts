/**
 * Upper bounds of a workbook and of the answers to it (decision W15). Apart from the schemas because the workbook
 * engine reads them in a browser too, where no schema library is loaded.
 */
export const workbookLimits = {
  /** Fields of a whole workbook version, those inside sections and repeats and the containers themselves included. */
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
  /** Characters of an expression; its parts and levels are bounded by the engine. */
  expression: 10_000,
  /**
   * Characters of all expressions of a workbook together, and of every `${Name}` in its texts: 250 for each of 2,000
   * fields. A server that reads half a million does nothing else meanwhile: a tenth of a second, or four of `1+1+1…`.
   */
  expressions: 500_000,
  /** Characters of a name of a workbook or team. */
  reference: 256,
  /** Photos of one field. */
  photos: 100,
  /** Entries of one repeat. */
  entries: 1_000,
  /** Characters of a text or barcode answer when its field sets no maxLength. */
  text: 4_000,
  /** Characters of a longText answer, and the largest maxLength a field may set. */
  longText: 32_768,
  /** Faults told of one definition or one set of answers: nobody reads on after these. */
  faults: 100,
} as const;
