/**
 * Everything a report can say of a form; apart from its schema, for a browser loads no schema library. `changed`: it is said in another way here. `lost`: Ronda has nothing like it,
 * and it was left out. `refused`: it is a mistake by XLSForm's own rules, or exceeds a limit of Ronda.
 */
export const xlsformCodes = {
  renamed: 'changed',
  'name-made': 'changed',
  'type-changed': 'changed',
  'text-moved': 'changed',
  'path-rewritten': 'changed',
  'language-guessed': 'changed',
  'other-added': 'changed',
  'section-dissolved': 'changed',
  'zone-assumed': 'changed',
  'said-otherwise': 'changed',
  'ronda-only': 'lost',
  'question-lost': 'lost',
  'not-carried-over': 'lost',
  'column-lost': 'lost',
  'sheet-lost': 'lost',
  'row-ignored': 'lost',
  'list-unused': 'lost',
  'section-empty': 'lost',
  'type-unknown': 'refused',
  'structure-broken': 'refused',
  'list-unknown': 'refused',
  'choice-refused': 'refused',
  'reference-unknown': 'refused',
  'value-refused': 'refused',
  'column-refused': 'refused',
  'too-long': 'refused',
  'too-many': 'refused',
} as const;
export type XlsformCode = keyof typeof xlsformCodes;

/** Entries of one report; of more, the last entry says how many there are. */
export const XLSFORM_ENTRIES = 5_000;
