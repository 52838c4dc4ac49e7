/**
 * All codes of an XLSForm import report. Separate from the schema because browsers load no schema library.
 * `changed`: imported in another form. `lost`: not supported by Ronda and left out. `error`: an error by the rules of
 * XLSForm, or over a limit of Ronda.
 */
export const xlsformCodes = {
  renamed: 'changed',
  'name-generated': 'changed',
  'type-changed': 'changed',
  'text-moved': 'changed',
  'path-rewritten': 'changed',
  'language-guessed': 'changed',
  'other-added': 'changed',
  'section-flattened': 'changed',
  'time-zone-assumed': 'changed',
  'constraint-added': 'changed',
  'ronda-only': 'lost',
  'question-lost': 'lost',
  'not-carried-over': 'lost',
  'column-lost': 'lost',
  'sheet-lost': 'lost',
  'row-ignored': 'lost',
  'list-unused': 'lost',
  'section-empty': 'lost',
  'type-unknown': 'error',
  'structure-invalid': 'error',
  'list-unknown': 'error',
  'choice-invalid': 'error',
  'reference-unknown': 'error',
  'value-invalid': 'error',
  'column-duplicate': 'error',
  'too-long': 'error',
  'too-many': 'error',
} as const;
export type XlsformCode = keyof typeof xlsformCodes;

/** Most entries of one report. If there are more, the last entry contains their number. */
export const MAX_XLSFORM_ENTRIES = 5_000;
