import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';
import { WorkbookDefinition } from './workbook-definition.ts';

/**
 * Everything a report can say of a form. `changed`: it is said in another way here. `lost`: Ronda has nothing like it,
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

const Row = (description: string) => Type.Integer({ minimum: 1, maximum: 1_048_576, description });

export const XlsformEntry = Type.Object(
  {
    sheet: Type.String({ description: 'Name of the sheet, as it is written there' }),
    row: Type.Optional(Row('As spreadsheets count, from 1; absent when it is about a whole column or sheet')),
    lastRow: Type.Optional(Row('The last row, when it is about several')),
    column: Type.Optional(Type.String({ description: 'Heading of the column; absent: the whole row' })),
    severity: Type.Enum(['changed', 'lost', 'refused']),
    code: Type.Enum(Object.keys(xlsformCodes) as XlsformCode[]),
    message: Type.String({ description: 'A sentence for people' }),
  },
  { title: 'XlsformEntry', additionalProperties: false },
);
export type XlsformEntry = Static<typeof XlsformEntry>;

const Text = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description });
const OrNothing = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

/** The media type of an .xlsx file. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What was made of a form. Nothing is stored: the definition can become a draft as it is. */
export const XlsformImport = Type.Object(
  {
    title: OrNothing('form_title; null when the form has none'),
    name: OrNothing('form_id; null when the form has none'),
    version: OrNothing('null when the form has none'),
    definition: Type.Union([WorkbookDefinition, Type.Null()], {
      description: 'null when no question could be carried over',
    }),
    report: Type.Array(XlsformEntry, {
      description: `Everything that is not carried over as it stands, at most ${XLSFORM_ENTRIES} entries`,
    }),
    faults: Type.Array(
      Type.Object(
        {
          path: Type.String({ description: 'The member at fault', examples: ['fields[2].relevant'] }),
          message: Type.String(),
          at: Type.Optional(Type.Integer({ description: 'Where in its expression or text, from 0' })),
          sheet: Type.Optional(Type.String({ description: 'The sheet that it comes from' })),
          row: Type.Optional(Row('The row that it comes from')),
          column: Type.Optional(Type.String({ description: 'Heading of the column that it comes from' })),
        },
        { additionalProperties: false },
      ),
      { description: 'Why a version with this definition could not be published yet, at most a hundred' },
    ),
  },
  { title: 'XlsformImport', additionalProperties: false },
);
export type XlsformImport = Static<typeof XlsformImport>;

/** A definition to write as a form, whether it is stored or not. */
export const XlsformDraft = Type.Object(
  {
    title: Text(limits.name, 'form_title'),
    name: Text(limits.name, 'form_id'),
    version: Text(64, 'version'),
    definition: WorkbookDefinition,
  },
  { title: 'XlsformDraft', additionalProperties: false },
);
export type XlsformDraft = Static<typeof XlsformDraft>;

export const VersionParameters = Type.Object({
  id: Type.String({ description: "The workbook's id" }),
  versionId: Type.String({ description: "The version's id" }),
});
export type VersionParameters = Static<typeof VersionParameters>;
