import { type Static, Type } from 'typebox';
import { formatNumber } from './format-number.ts';
import { limits } from './limits.ts';
import { Nullable } from './nullable.ts';
import { WorkbookDefinition } from './workbook-definition.ts';
import { DefinitionError } from './workbook-draft.ts';
import { MAX_XLSFORM_ENTRIES, type XlsformCode, xlsformCodes } from './xlsform-codes.ts';

const Row = (description: string) => Type.Integer({ minimum: 1, maximum: 1_048_576, description });

export const XlsformEntry = Type.Object(
  {
    sheet: Type.String({ description: 'Name of the sheet, as written in the file' }),
    row: Type.Optional(Row('Row number, from 1; absent if the entry is about a whole column or sheet')),
    lastRow: Type.Optional(Row('Last row, if the entry is about several rows')),
    column: Type.Optional(
      Type.String({ description: 'Heading of the column; absent if the entry is about the whole row' }),
    ),
    outcome: Type.Enum(['changed', 'omitted', 'error']),
    code: Type.Enum(Object.keys(xlsformCodes) as XlsformCode[]),
    message: Type.String({ description: 'The entry as a sentence, in the language of the request' }),
  },
  { title: 'XlsformEntry', additionalProperties: false },
);
export type XlsformEntry = Static<typeof XlsformEntry>;

const Text = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description });
const NullableText = (description: string) => Nullable(Type.String(), description);

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Nothing is stored; clients can save the definition as a draft. */
export const XlsformImport = Type.Object(
  {
    title: NullableText('The `form_title` of the form; null if absent'),
    name: NullableText('The `form_id` of the form; null if absent'),
    version: NullableText('The `version` of the form; null if absent'),
    definition: Nullable(
      WorkbookDefinition,
      'The workbook definition; null if no question could be imported, or if it is too large to be saved',
    ),
    report: Type.Array(XlsformEntry, {
      description: `All changes, losses and errors, at most ${formatNumber(MAX_XLSFORM_ENTRIES)} entries`,
    }),
    errors: Type.Array(
      Type.Object(
        {
          ...DefinitionError.properties,
          sheet: Type.Optional(Type.String({ description: 'Name of the sheet' })),
          row: Type.Optional(Row("The error's row in the sheet, from 1")),
          column: Type.Optional(Type.String({ description: 'Heading of the column' })),
        },
        { additionalProperties: false },
      ),
      { description: 'Errors that prevent publishing this definition, at most 100' },
    ),
  },
  { title: 'XlsformImport', additionalProperties: false },
);
export type XlsformImport = Static<typeof XlsformImport>;

/** The definition need not be stored on the server. */
export const XlsformExport = Type.Object(
  {
    title: Text(limits.name, '`form_title` of the form'),
    name: Text(limits.name, '`form_id` of the form'),
    version: Text(64, '`version` of the form'),
    definition: WorkbookDefinition,
  },
  { title: 'XlsformExport', additionalProperties: false },
);
export type XlsformExport = Static<typeof XlsformExport>;
