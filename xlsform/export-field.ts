import type { Field, FieldType } from '#contract/workbook-definition.ts';
import type { XlsformCode } from '#contract/xlsform-codes.ts';
import { type Message, msg } from '#i18n/message.ts';
import { readCalculatedDefault } from '#workbook-engine/calculated-default.ts';
import { isSameJson } from '#workbook-engine/json.ts';
import { buildBoundConstraint, joinConditions } from './bound-constraint.ts';
import type { ExportedList, FieldNames } from './export-names.ts';
import { formatDefault } from './format-default.ts';
import { parseDefault } from './parse-default.ts';
import { type RowInput, writeLocalText } from './sheet-writer.ts';
import { writeExpression, writeText } from './write-expression.ts';

/** Reports a cell that other apps interpret differently. */
export type ReportCell = (column: string, code: XlsformCode, message: Message) => void;

export type FieldExportContext = { names: FieldNames; list: ExportedList | undefined; report: ReportCell };

/** Appearances distinguish types that are the same in XLSForm. */
const xlsformTypes: Record<
  Exclude<FieldType, 'boolean' | 'singleChoice' | 'multiChoice'>,
  [type: string, appearance?: string]
> = {
  text: ['text'],
  longText: ['text', 'multiline'],
  integer: ['integer'],
  decimal: ['decimal'],
  date: ['date'],
  time: ['time'],
  dateTime: ['dateTime'],
  photo: ['image'],
  signature: ['image', 'signature'],
  location: ['geopoint'],
  barcode: ['barcode'],
  file: ['file'],
  note: ['note'],
  calculated: ['calculate'],
  section: ['begin_group'],
  repeat: ['begin_repeat'],
};

export const exportField = (field: Field, { names, list, report }: FieldExportContext): RowInput => {
  const row: RowInput = new Map();
  const isBooleanField = field.type === 'boolean';
  const set = (column: string, text: string | undefined) => {
    if (text === undefined) return;
    if (text.length <= MAX_CELL_LENGTH) row.set(column, text);
    else
      report(
        column,
        'too-long',
        msg`A cell may have at most ${MAX_CELL_LENGTH} characters, but this one would have ${text.length}.`,
      );
  };
  const setExpression = (column: string, expression: string | undefined, isFilter = false) =>
    set(column, expression && writeExpression(expression, names, { isBooleanField, isFilter }));
  const rewriteText = (text: string) => writeText(text, names);

  setType(field, list, row, report);
  setName(field, names, row, report);
  writeLocalText(row, 'label', field.label, rewriteText);
  writeLocalText(row, 'hint', field.hint, rewriteText);
  setMissingLabel(field, names, row);
  if (typeof field.required === 'string') setExpression(getRequiredColumn(field), field.required);
  else set(getRequiredColumn(field), field.required === undefined ? undefined : formatYesNo(field.required));
  setExpression('relevant', field.relevant);
  setExpression('constraint', joinConditions(buildBoundConstraint(field), field.constraint));
  writeLocalText(row, 'constraint_message', field.constraintMessage, rewriteText);
  setExpression('calculation', field.calculation);
  setExpression('choice_filter', field.choiceFilter, true);
  setBounds(field, set, report);
  setDefault(field, list, names, set);
  setPhotoProperties(field, set, report);
  setExpression('ronda::failWhen', field.failWhen);
  const { followUp } = field;
  set('ronda::followUp::workbook', followUp?.workbook);
  set('ronda::followUp::team', followUp?.team);
  set('ronda::followUp::dueInDays', followUp?.dueInDays?.toString());
  for (const column of ['ronda::failWhen', 'ronda::followUp::workbook', 'ronda::required'])
    if (row.has(column)) report(column, 'ronda-only', ONLY_RONDA);
  if (field.type === 'repeat' && field.constraint !== undefined)
    report('constraint', 'ronda-only', msg`Only Ronda supports constraints on repeats.`);
  return row;
};

const MAX_CELL_LENGTH = 32_767;
const ONLY_RONDA = msg`Only Ronda supports this column.`;
const formatYesNo = (value: boolean) => (value ? 'yes' : 'no');
const getRequiredColumn = ({ type }: Field) => (type === 'repeat' ? 'ronda::required' : 'required');

const setType = (
  { type }: Field,
  list: ExportedList | undefined,
  row: RowInput,
  report: ReportCell,
): void => {
  if (type === 'boolean' || type === 'singleChoice' || type === 'multiChoice') {
    row.set('type', `select_${type === 'multiChoice' ? 'multiple' : 'one'} ${list?.name ?? ''}`);
    if (type !== 'boolean') return;
    row.set('ronda::type', 'boolean');
    report(
      'type',
      'type-changed',
      msg`XLSForm has no type for yes or no; a choice of true or false is used.`,
    );
    return;
  }
  const [name, appearance] = xlsformTypes[type];
  row.set('type', name);
  if (appearance !== undefined) row.set('appearance', appearance);
};

const setName = ({ name }: Field, names: FieldNames, row: RowInput, report: ReportCell): void => {
  const formName = names.nameOf(name);
  row.set('name', formName);
  if (formName === name) return;
  row.set('ronda::name', name);
  report('name', 'renamed', msg`“${name}” is renamed to ${formName}: XLSForm reserves this name.`);
};

const typesWithoutLabel: readonly FieldType[] = ['calculated', 'section', 'repeat'];

/** Other apps hide questions without a label. */
const setMissingLabel = ({ type, name, label, hint }: Field, names: FieldNames, row: RowInput): void => {
  if (label !== undefined || hint !== undefined || typesWithoutLabel.includes(type)) return;
  row.set('label', names.nameOf(name));
  row.set('ronda::label', 'no');
};

type Setter = (column: string, text: string | undefined) => void;

const setBounds = (field: Field, set: Setter, report: ReportCell): void => {
  set('ronda::min', field.min?.toString());
  set('ronda::max', field.max?.toString());
  set('ronda::maxLength', field.maxLength?.toString());
  if (buildBoundConstraint(field) !== undefined)
    report('constraint', 'constraint-added', msg`Other apps support bounds only as part of the constraint.`);
};

const setPhotoProperties = ({ type, maxCount, ...field }: Field, set: Setter, report: ReportCell): void => {
  if (type !== 'photo') return;
  if (maxCount !== 1) {
    set('ronda::maxCount', maxCount?.toString() ?? 'any');
    report('ronda::maxCount', 'ronda-only', msg`Other apps allow only one photo per question.`);
  }
  for (const property of ['keepPosition', 'keepOriginals'] as const) {
    const value = field[property];
    if (value === undefined) continue;
    set(`ronda::${property}`, formatYesNo(value));
    report(`ronda::${property}`, 'ronda-only', ONLY_RONDA);
  }
};

/** Also exports the default as JSON if importing its XLSForm format would yield a different value. */
const setDefault = (field: Field, list: ExportedList | undefined, names: FieldNames, set: Setter): void => {
  const value = field.default;
  if (value === undefined) return;
  const calculation = readCalculatedDefault(field);
  const expression = calculation && writeExpression(calculation, names);
  const text = expression ?? formatDefault(field, list?.names ?? new Map());
  set('default', text);
  const values = new Map([...(list?.names ?? [])].map(([choice, name]) => [name, choice]));
  const importedDefault =
    text === undefined || text.trim() === '' ? undefined : parseDefault(field, text.trim(), values);
  const isEqual =
    importedDefault !== undefined && 'expression' in importedDefault
      ? importedDefault.expression === expression
      : importedDefault !== undefined &&
        'answer' in importedDefault &&
        importedDefault.message === undefined &&
        isSameJson(importedDefault.answer, value);
  if (!isEqual)
    set('ronda::default', JSON.stringify(expression === undefined ? value : { calculation: expression }));
};
