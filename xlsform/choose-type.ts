import type { FieldType } from '#contract/workbook-definition.ts';
import { columnOf, type FormNode } from './read-survey.ts';
import { peek, type TableRow, take } from './read-table.ts';
import { isRondaBoolean } from './rewrite-expression.ts';
import type { Reading } from './take-text.ts';
import { isYes } from './yes-no.ts';

/**
 * The type of the field that a question becomes: that of its row, unless its other columns say otherwise, which of them
 * thereby are taken.
 */
export const chooseType = ({ row, type }: FormNode, { report }: Pick<Reading, 'report'>): FieldType => {
  const tell = (column: string, message: string) =>
    report.tell(
      { sheet: row.sheet, row: row.number, column: columnOf(row, column) },
      'type-changed',
      message,
    );
  const asks = type.is === 'question' || type.is === 'select' ? type.type : 'note';
  const hasLabel = peek(row, 'label') !== undefined;
  const isReadOnly = isYes(peek(row, 'read_only') ?? 'no');
  const hasCalculation = peek(row, 'calculation') !== undefined;

  const isHidden = type.is === 'question' && type.special === 'hidden';
  if (isHidden && !hasCalculation && peek(row, 'default') === undefined) {
    tell('type', 'Ronda hides no question: a custom property of its name fills this one, and it is asked.');
    return 'text';
  }
  if (asks === 'calculated') {
    if (isReadOnly) take(row, 'read_only');
  } else if (asks !== 'note' && hasCalculation && (isReadOnly || !hasLabel)) {
    take(row, 'read_only');
    tell('type', `Nobody can answer this ${peek(row, 'type')}, so it is a calculated field here.`);
    return 'calculated';
  } else if (asks !== 'note' && isReadOnly && peek(row, 'default') !== undefined) {
    take(row, 'read_only');
    tell(
      'type',
      `Nobody can change the default of this ${peek(row, 'type')}, so it is a calculated field here.`,
    );
    return 'calculated';
  } else if (asks === 'text' && isReadOnly && hasLabel) {
    take(row, 'read_only');
    tell('type', 'Nobody can answer this text, so it is a note here.');
    return 'note';
  }
  if (isRondaBoolean({ row } as FormNode)) {
    take(row, 'ronda:type');
    return 'boolean';
  }
  if (type.is === 'select' && type.source === 'elsewhere') {
    tell('type', `The choices (${type.list}) are not in the form, so it is a text here.`);
    return 'text';
  }
  if ('told' in type && type.told !== undefined) tell('type', type.told);
  if (asks === 'text') return takeRows(row) ? 'longText' : 'text';
  return asks === 'photo' && takeAppearance(row, 'signature') ? 'signature' : asks;
};

/** Whether the appearance has this word. It is taken when that is all it says. */
const takeAppearance = (row: TableRow, word: string): boolean => {
  const words = peek(row, 'appearance')?.toLowerCase().split(/\s+/) ?? [];
  if (words.length === 1 && words[0] === word) take(row, 'appearance');
  return words.includes(word);
};

/** Whether a text has more than one row, in one of the two ways of saying so. */
const takeRows = (row: TableRow): boolean => {
  const rows = /^rows\s*=\s*\d+$/i.test(peek(row, 'parameters') ?? '');
  if (rows) take(row, 'parameters');
  return takeAppearance(row, 'multiline') || rows;
};
