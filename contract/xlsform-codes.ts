/**
 * All codes of an XLSForm import report, with their severities. `changed` means converted to something equivalent,
 * `lost` means not supported by Ronda and omitted, and `error` means invalid in XLSForm or over one of Ronda's limits.
 * They are not in the schema file, because the browser apps import them without bundling the schema library.
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
