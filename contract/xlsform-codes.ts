/**
 * `changed`: converted to an equivalent. `lost`: omitted, as Ronda does not support it. `error`: invalid in
 * XLSForm, or over a Ronda limit. Not in the schema file so that the apps do not bundle the schema library.
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

/** Maximum number of entries in a report. If there are more, the last entry gives their number. */
export const MAX_XLSFORM_ENTRIES = 5_000;
