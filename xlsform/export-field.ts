import type { Field, FieldType } from '#contract/workbook-definition.ts';
import type { XlsformCode } from '#contract/xlsform-codes.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import { calculatedDefault } from '#workbook-engine/calculated-default.ts';
import { bothTrue, boundConstraint } from './bound-constraint.ts';
import type { ExportedList, FieldNames } from './export-names.ts';
import { readDefault } from './read-default.ts';
import { type RowDraft, writeLocalText } from './sheet-writer.ts';
import { writeDefault } from './write-default.ts';
import { writeExpression, writeText } from './write-expression.ts';

/** Reports how other programs interpret a cell. */
export type ReportField = (column: string, code: XlsformCode, message: Sentence) => void;

export type ExportingField = { names: FieldNames; list: ExportedList | undefined; report: ReportField };

/** XLSForm types, with the appearance for types of Ronda. */
const typeNames: Record<
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

/** The row of the survey for a field; for a container, its first row. */
export const exportField = (field: Field, { names, list, report }: ExportingField): RowDraft => {
  const row: RowDraft = new Map();
  const ownsBoolean = field.type === 'boolean';
  const set = (column: string, text: string | undefined) => {
    if (text === undefined) return;
    if (text.length <= MAX_CELL_LENGTH) row.set(column, text);
    else
      report(
        column,
        'too-long',
        sentence`A cell may have at most ${MAX_CELL_LENGTH} characters, but this one would have ${text.length}.`,
      );
  };
  const setExpression = (column: string, expression: string | undefined, isFilter = false) =>
    set(column, expression && writeExpression(expression, names, { ownsBoolean, isFilter }));
  const changeText = (text: string) => writeText(text, names);

  setType(field, list, row, report);
  setName(field, names, row, report);
  writeLocalText(row, 'label', field.label, changeText);
  writeLocalText(row, 'hint', field.hint, changeText);
  setMissingLabel(field, names, row);
  if (typeof field.required === 'string') setExpression(requiredColumn(field), field.required);
  else set(requiredColumn(field), field.required === undefined ? undefined : yesNo(field.required));
  setExpression('relevant', field.relevant);
  setExpression('constraint', bothTrue(boundConstraint(field), field.constraint));
  writeLocalText(row, 'constraint_message', field.constraintMessage, changeText);
  setExpression('calculation', field.calculation);
  setExpression('choice_filter', field.choiceFilter, true);
  setBounds(field, set, report);
  setDefault(field, list, names, set);
  setPhotoMembers(field, set, report);
  setExpression('ronda::failWhen', field.failWhen);
  const { followUp } = field;
  set('ronda::followUp::workbook', followUp?.workbook);
  set('ronda::followUp::team', followUp?.team);
  set('ronda::followUp::dueInDays', followUp?.dueInDays?.toString());
  for (const column of ['ronda::failWhen', 'ronda::followUp::workbook', 'ronda::required'])
    if (row.has(column)) report(column, 'ronda-only', ONLY_RONDA);
  if (field.type === 'repeat' && field.constraint !== undefined)
    report('constraint', 'ronda-only', sentence`Only Ronda supports constraints on repeats.`);
  return row;
};

/** Maximum number of characters in a cell of a spreadsheet. */
const MAX_CELL_LENGTH = 32_767;
const ONLY_RONDA = sentence`Only Ronda supports this column.`;
const yesNo = (value: boolean) => (value ? 'yes' : 'no');
const requiredColumn = ({ type }: Field) => (type === 'repeat' ? 'ronda::required' : 'required');

const setType = (
  { type }: Field,
  list: ExportedList | undefined,
  row: RowDraft,
  report: ReportField,
): void => {
  if (type === 'boolean' || type === 'singleChoice' || type === 'multiChoice') {
    row.set('type', `select_${type === 'multiChoice' ? 'multiple' : 'one'} ${list?.name ?? ''}`);
    if (type !== 'boolean') return;
    row.set('ronda::type', 'boolean');
    report(
      'type',
      'type-changed',
      sentence`XLSForm has no type for yes or no; a choice of true or false is used.`,
    );
    return;
  }
  const [name, appearance] = typeNames[type];
  row.set('type', name);
  if (appearance !== undefined) row.set('appearance', appearance);
};

const setName = ({ name }: Field, names: FieldNames, row: RowDraft, report: ReportField): void => {
  const written = names.nameOf(name);
  row.set('name', written);
  if (written === name) return;
  row.set('ronda::name', name);
  report('name', 'renamed', sentence`“${name}” is renamed to ${written}: XLSForm reserves this name.`);
};

const withoutLabel: readonly FieldType[] = ['calculated', 'section', 'repeat'];

/** Other programs do not show questions without a text. */
const setMissingLabel = ({ type, name, label, hint }: Field, names: FieldNames, row: RowDraft): void => {
  if (label !== undefined || hint !== undefined || withoutLabel.includes(type)) return;
  row.set('label', names.nameOf(name));
  row.set('ronda::label', 'no');
};

type Setter = (column: string, text: string | undefined) => void;

const setBounds = (field: Field, set: Setter, report: ReportField): void => {
  set('ronda::min', field.min?.toString());
  set('ronda::max', field.max?.toString());
  set('ronda::maxLength', field.maxLength?.toString());
  if (boundConstraint(field) !== undefined)
    report(
      'constraint',
      'constraint-added',
      sentence`Other apps support bounds only as part of the constraint.`,
    );
};

const setPhotoMembers = ({ type, maxCount, ...field }: Field, set: Setter, report: ReportField): void => {
  if (type !== 'photo') return;
  if (maxCount !== 1) {
    set('ronda::maxCount', maxCount?.toString() ?? 'any');
    report('ronda::maxCount', 'ronda-only', sentence`Other apps allow only one photo per question.`);
  }
  for (const member of ['keepPosition', 'keepOriginals'] as const) {
    const value = field[member];
    if (value === undefined) continue;
    set(`ronda::${member}`, yesNo(value));
    report(`ronda::${member}`, 'ronda-only', ONLY_RONDA);
  }
};

/** Sets the default in XLSForm format and, if the import would read another value, also as JSON. */
const setDefault = (field: Field, list: ExportedList | undefined, names: FieldNames, set: Setter): void => {
  const value = field.default;
  if (value === undefined) return;
  const calculated = calculatedDefault(field);
  const expression = calculated && writeExpression(calculated, names);
  const text = expression ?? writeDefault(field, list?.names ?? new Map());
  set('default', text);
  const values = new Map([...(list?.names ?? [])].map(([choice, name]) => [name, choice]));
  const read = text === undefined || text.trim() === '' ? undefined : readDefault(field, text.trim(), values);
  const isSame =
    read !== undefined && 'expression' in read
      ? read.expression === expression
      : read !== undefined &&
        'answer' in read &&
        read.message === undefined &&
        isSameValue(read.answer, value);
  if (!isSame)
    set('ronda::default', JSON.stringify(expression === undefined ? value : { calculation: expression }));
};

const isSameValue = (one: unknown, other: unknown): boolean => inOrder(one) === inOrder(other);

/** JSON with the members of an object in alphabetical order. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, each) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
