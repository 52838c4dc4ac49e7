import type { FieldType } from '#contract/workbook-definition.ts';
import { type Sentence, sentence } from '#sentences/sentence.ts';
import type { FormReport } from './form-report.ts';
import { columnOf, type FormNode } from './read-survey.ts';
import { peek, type TableRow, take } from './read-table.ts';
import { isRondaBoolean } from './rewrite-expression.ts';
import { isNo, isYes } from './yes-no.ts';

/**
 * The type of the field that a question becomes: that of its row, unless its other columns say otherwise, which thereby
 * are taken.
 */
export const chooseType = (node: FormNode, { report }: { report: FormReport }): FieldType => {
  const { row, type } = node;
  const asked = type.is === 'question' || type.is === 'select' ? type.type : 'note';
  const become = (other: FieldType, why: Sentence): FieldType => {
    const place = { sheet: row.sheet, row: row.number, column: columnOf(row, 'type') };
    report.tell(place, 'type-changed', why);
    return other;
  };

  if (isNo(peek(row, 'read_only') ?? '')) take(row, 'read_only');
  if (type.is === 'question' && type.special === 'hidden' && !has(row, 'calculation') && !has(row, 'default'))
    return become(
      'text',
      sentence`Ronda hides no question: a custom property of its name fills this one, and it is asked.`,
    );
  if (asked !== 'note' && isUnanswerable(row)) {
    take(row, 'read_only');
    if (asked === 'calculated') return asked;
    if (has(row, 'calculation') || has(row, 'default'))
      return become(
        'calculated',
        sentence`Nobody can answer this ${String(peek(row, 'type'))}, so it is a calculated field here.`,
      );
    return become('note', sentence`Nobody can answer this text, so it is a note here.`);
  }
  if (isRondaBoolean(row)) {
    take(row, 'ronda:type');
    return 'boolean';
  }
  if (type.is === 'select' && type.source === 'elsewhere')
    return become('text', sentence`The choices (${type.list}) are not in the form, so it is a text here.`);
  if ('told' in type && type.told !== undefined) become(asked, type.told);
  if (asked === 'text') return takeRows(row) ? 'longText' : 'text';
  return asked === 'photo' && takeAppearance(row, 'signature') ? 'signature' : asked;
};

const has = (row: TableRow, column: string) => peek(row, column) !== undefined;

/** Whether nobody can answer, but there is a value or a text to show: what else is read only is asked all the same. */
const isUnanswerable = (row: TableRow): boolean => {
  if (!isYes(peek(row, 'read_only') ?? '')) return has(row, 'calculation') && !has(row, 'label');
  const isText = /^(text|string)$/i.test(peek(row, 'type') ?? '');
  return has(row, 'calculation') || has(row, 'default') || (isText && has(row, 'label'));
};

/** Whether the appearance has this word. It is taken when that is all it says. */
const takeAppearance = (row: TableRow, word: string): boolean => {
  const words = peek(row, 'appearance')?.toLowerCase().split(/\s+/) ?? [];
  if (words.length === 1 && words[0] === word) take(row, 'appearance');
  return words.includes(word);
};

/** Whether a text has more than one row, in one of the two ways of saying so. */
const takeRows = (row: TableRow): boolean => {
  const hasRows = /^rows\s*=\s*\d+$/i.test(peek(row, 'parameters') ?? '');
  if (hasRows) take(row, 'parameters');
  return takeAppearance(row, 'multiline') || hasRows;
};
