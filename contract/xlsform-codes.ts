/**
 * `changed`: converted to an equivalent. `omitted`: not supported by Ronda or XLSForm. `error`: invalid in XLSForm, or
 * over one of Ronda's limits. This file contains no schemas, so that the apps do not bundle the schema library.
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
  'ronda-only': 'omitted',
  'question-omitted': 'omitted',
  'not-carried-over': 'omitted',
  'column-omitted': 'omitted',
  'sheet-omitted': 'omitted',
  'row-ignored': 'omitted',
  'list-unused': 'omitted',
  'section-empty': 'omitted',
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

/** If there are more, one extra entry states how many. */
export const MAX_XLSFORM_ENTRIES = 5_000;
