import type { Field, WorkbookDefinition } from '#contract/workbook-definition.ts';
import type { XlsformEntry } from '#contract/xlsform.ts';
import { describeValue } from '#i18n/describe-value.ts';
import { msg, toEnglish } from '#i18n/message.ts';
import type { Translate } from '#i18n/translate.ts';
import { exportField, type ReportCell } from './export-field.ts';
import {
  type ExportedList,
  type FieldNames,
  formatAttributeHeading,
  listChoices,
  nameFields,
} from './export-names.ts';
import { REPORT_SHEET } from './find-sheets.ts';
import { createReport, type FormReport } from './form-report.ts';
import type { Sheet } from './sheet.ts';
import { type RowInput, writeLocalText, writeSheet } from './sheet-writer.ts';
import { writeText } from './write-expression.ts';

export type ExportableForm = {
  title: string;
  name: string;
  version: string;
  definition: WorkbookDefinition;
};

const SURVEY_ORDER = [
  'type',
  'name',
  'label',
  'hint',
  'required',
  'relevant',
  'constraint',
  'constraint_message',
  'calculation',
  'choice_filter',
  'default',
  'appearance',
];
const CHOICES_ORDER = ['list_name', 'name', 'label'];

/** The report, which is also exported as a sheet, lists everything that other apps interpret differently. */
export const exportForm = (
  form: ExportableForm,
  translate: Translate = toEnglish,
): { sheets: Sheet[]; report: XlsformEntry[] } => {
  const { fields } = form.definition;
  const report = createReport();
  const names = nameFields(form.definition);
  const lists = listChoices(form.definition, names);
  const rows: RowInput[] = [];
  const addRows = (field: Field): void => {
    const location = { sheet: 'survey', row: rows.length + 2 };
    const reportCell: ReportCell = (column, code, message) =>
      report.add({ ...location, column }, code, message);
    rows.push(exportField(field, { names, list: lists.get(field.name), report: reportCell }));
    for (const inner of field.fields ?? []) addRows(inner);
    if (field.type === 'section') rows.push(new Map([['type', 'end_group']]));
    if (field.type === 'repeat') rows.push(new Map([['type', 'end_repeat']]));
  };
  for (const field of fields) addRows(field);

  const choices = exportChoices(new Set(lists.values()), names, report);
  const settings: RowInput = new Map([
    ['form_title', form.title],
    ['form_id', form.name],
    ['version', form.version],
  ]);
  const entries = report.entries(['survey', 'choices'], translate);
  const sheets = [
    writeSheet('survey', SURVEY_ORDER, rows),
    ...(choices.length > 0 ? [writeSheet('choices', CHOICES_ORDER, choices)] : []),
    writeSheet('settings', [], [settings]),
    ...(entries.length > 0 ? [createReportSheet(entries)] : []),
  ];
  return { sheets, report: entries };
};

const exportChoices = (
  lists: ReadonlySet<ExportedList>,
  names: FieldNames,
  report: FormReport,
): RowInput[] => {
  const rows: RowInput[] = [];
  for (const list of lists) {
    for (const { value, label, attributes } of list.choices) {
      const name = list.names.get(value) ?? value;
      const row: RowInput = new Map([
        ['list_name', list.name],
        ['name', name],
      ]);
      writeLocalText(row, 'label', label, (text) => writeText(text, names));
      for (const [attribute, text] of Object.entries(attributes ?? {}))
        row.set(formatAttributeHeading(attribute), text);
      if (name !== value) {
        row.set('ronda value', JSON.stringify(value));
        const location = { sheet: 'choices', row: rows.length + 2, column: 'name' };
        report.add(
          location,
          'renamed',
          msg`The choice ${describeValue(value)} is renamed to ${name}: names cannot contain spaces.`,
        );
      }
      rows.push(row);
    }
  }
  return rows;
};

const REPORT_COLUMNS = ['sheet', 'row', 'column', 'code', 'message'] as const;

/** Imports ignore this sheet. */
const createReportSheet = (entries: readonly XlsformEntry[]): Sheet => {
  const rows = entries.map(
    (entry): RowInput => new Map(REPORT_COLUMNS.map((column) => [column, String(entry[column] ?? '')])),
  );
  return writeSheet(REPORT_SHEET, REPORT_COLUMNS, rows);
};
