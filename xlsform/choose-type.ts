import type { FieldType } from '#contract/workbook-definition.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import type { FormReport } from './form-report.ts';
import { columnOf, type FormNode } from './read-survey.ts';
import { consume, peek, type TableRow } from './read-table.ts';
import { isRondaBoolean } from './rewrite-expression.ts';
import { isNo, isYes } from './yes-no.ts';

/**
 * Returns the field type for a question. Usually it is the type in its row, but other columns can change it; those columns
 * are then consumed.
 */
export const chooseType = (node: FormNode, { report }: { report: FormReport }): FieldType => {
  const { row, type } = node;
  const asked = type.is === 'question' || type.is === 'select' ? type.type : 'note';
  const become = (other: FieldType, reason: Sentence): FieldType => {
    const place = { sheet: row.sheet, row: row.number, column: columnOf(row, 'type') };
    report.add(place, 'type-changed', reason);
    return other;
  };

  if (isNo(peek(row, 'read_only') ?? '')) consume(row, 'read_only');
  if (type.is === 'question' && type.special === 'hidden' && !has(row, 'calculation') && !has(row, 'default'))
    return become(
      'text',
      sentence`Ronda has no hidden questions: this one is visible, and a custom property of the same name fills it.`,
    );
  if (asked !== 'note' && isUnanswerable(row)) {
    consume(row, 'read_only');
    if (asked === 'calculated') return asked;
    if (has(row, 'calculation') || has(row, 'default'))
      return become('calculated', sentence`This question is read-only, so it becomes a calculated field.`);
    return become('note', sentence`This text is read-only, so it becomes a note.`);
  }
  if (isRondaBoolean(row)) {
    consume(row, 'ronda:type');
    return 'boolean';
  }
  if (type.is === 'select' && type.source === 'elsewhere')
    return become(
      'text',
      sentence`The choices (${type.list}) are not in the form, so the question becomes a text field.`,
    );
  if ('message' in type && type.message !== undefined) become(asked, type.message);
  if (asked === 'text') return takeRows(row) ? 'longText' : 'text';
  return asked === 'photo' && importAppearance(row, 'signature') ? 'signature' : asked;
};

const has = (row: TableRow, column: string) => peek(row, column) !== undefined;

/** Whether a question is read-only and has a value or text to show. Other read-only questions are imported as ordinary questions. */
const isUnanswerable = (row: TableRow): boolean => {
  if (!isYes(peek(row, 'read_only') ?? '')) return has(row, 'calculation') && !has(row, 'label');
  const isText = /^(text|string)$/i.test(peek(row, 'type') ?? '');
  return has(row, 'calculation') || has(row, 'default') || (isText && has(row, 'label'));
};

/** Whether the appearance has this word. If it is the only word, the cell counts as imported. */
const importAppearance = (row: TableRow, word: string): boolean => {
  const words = peek(row, 'appearance')?.toLowerCase().split(/\s+/) ?? [];
  if (words.length === 1 && words[0] === word) consume(row, 'appearance');
  return words.includes(word);
};

/** Whether a text has more than one row, by its parameters or its appearance. */
const takeRows = (row: TableRow): boolean => {
  const hasRows = /^rows\s*=\s*\d+$/i.test(peek(row, 'parameters') ?? '');
  if (hasRows) consume(row, 'parameters');
  return importAppearance(row, 'multiline') || hasRows;
};
