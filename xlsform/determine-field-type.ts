import type { FieldType } from '#contract/workbook-definition.ts';
import { type Message, msg } from '#i18n/message.ts';
import type { FormReport } from './form-report.ts';
import type { FormNode } from './read-survey.ts';
import { consume, createCellLocation, peek, type TableRow } from './read-table.ts';
import { isRondaBoolean } from './rewrite-expression.ts';
import { isNo, isYes } from './yes-no.ts';

/** The field type usually follows from the type column, but other columns can change it. */
export const determineFieldType = (node: FormNode, { report }: { report: FormReport }): FieldType => {
  const { row, type } = node;
  const questionType = type.kind === 'question' || type.kind === 'select' ? type.type : 'note';
  const changeTo = (fieldType: FieldType, reason: Message): FieldType => {
    report.add(createCellLocation(row, 'type'), 'type-changed', reason);
    return fieldType;
  };

  if (isNo(peek(row, 'read_only') ?? '')) consume(row, 'read_only');
  if (
    type.kind === 'question' &&
    type.specialType === 'hidden' &&
    !hasCell(row, 'calculation') &&
    !hasCell(row, 'default')
  )
    return changeTo(
      'text',
      msg`Ronda has no hidden questions: this one is visible, and a custom property of the same name fills it.`,
    );
  if (questionType !== 'note' && isDisplayOnly(row)) {
    consume(row, 'read_only');
    if (questionType === 'calculated') return questionType;
    if (hasCell(row, 'calculation') || hasCell(row, 'default'))
      return changeTo('calculated', msg`This question is read-only, so it becomes a calculated field.`);
    return changeTo('note', msg`This text is read-only, so it becomes a note.`);
  }
  if (isRondaBoolean(row)) {
    consume(row, 'ronda:type');
    return 'boolean';
  }
  if (type.kind === 'select' && type.source === 'other-file')
    return changeTo(
      'text',
      msg`The choices (${type.list}) are not in the form, so the question becomes a text field.`,
    );
  if ('message' in type && type.message !== undefined) changeTo(questionType, type.message);
  if (questionType === 'text') return isMultiline(row) ? 'longText' : 'text';
  return questionType === 'photo' && importAppearance(row, 'signature') ? 'signature' : questionType;
};

const hasCell = (row: TableRow, column: string) => peek(row, column) !== undefined;

/** Other read-only questions become ordinary questions. */
const isDisplayOnly = (row: TableRow): boolean => {
  if (!isYes(peek(row, 'read_only') ?? '')) return hasCell(row, 'calculation') && !hasCell(row, 'label');
  const isText = /^(text|string)$/i.test(peek(row, 'type') ?? '');
  return hasCell(row, 'calculation') || hasCell(row, 'default') || (isText && hasCell(row, 'label'));
};

/** Marks the cell as imported if this is its only word. */
const importAppearance = (row: TableRow, word: string): boolean => {
  const words = peek(row, 'appearance')?.toLowerCase().split(/\s+/) ?? [];
  if (words.length === 1 && words[0] === word) consume(row, 'appearance');
  return words.includes(word);
};

const isMultiline = (row: TableRow): boolean => {
  const hasRows = /^rows\s*=\s*\d+$/i.test(peek(row, 'parameters') ?? '');
  if (hasRows) consume(row, 'parameters');
  return importAppearance(row, 'multiline') || hasRows;
};
