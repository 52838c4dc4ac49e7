import type { Field, LocalText } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { type Sentence, sentence } from '#sentences/sentence.ts';
import type { FormReport } from './form-report.ts';
import { columnOf, type FormNode } from './read-survey.ts';
import { peek, type TableRow, take } from './read-table.ts';
import { cutText, isLonger, joinTexts, type Reading, takeText } from './take-text.ts';
import { isNo } from './yes-no.ts';

/** Label and hint of a question. What XLSForm has room for elsewhere, or a label has not, goes into the hint. */
export const takeLabels = (node: FormNode, reading: Reading): Pick<Field, 'label' | 'hint'> => {
  const { row } = node;
  const { report } = reading;
  let label = takeText(row, 'label', reading, node);
  let hint = takeText(row, 'hint', reading, node);
  if (isNo(peek(row, 'ronda:label') ?? '') && take(row, 'ronda:label') !== undefined) label = undefined;

  const guidance = takeText(row, 'guidance_hint', reading, node);
  if (guidance !== undefined) {
    tellMoved(
      row,
      'guidance_hint',
      sentence`The guidance stands below the hint, which is always shown.`,
      report,
    );
    hint = joinTexts(hint, guidance);
  }
  if (label !== undefined && isLonger(label, workbookLimits.label)) {
    const message = sentence`A label may have ${workbookLimits.label} characters: the whole text is the hint, and the label how it begins.`;
    tellMoved(row, 'label', message, report);
    hint = joinTexts(onlyLonger(label), hint);
    label = cutText(label, workbookLimits.label);
  }
  if (hint !== undefined && isLonger(hint, workbookLimits.hint)) {
    const message = sentence`A hint may have ${workbookLimits.hint} characters; what comes after them is left out.`;
    const column = peek(row, 'hint') === undefined ? 'label' : 'hint';
    report.tell({ sheet: row.sheet, row: row.number, column: columnOf(row, column) }, 'too-long', message);
    hint = cutText(hint, workbookLimits.hint);
  }
  return { ...(label !== undefined && { label }), ...(hint !== undefined && { hint }) };
};

/** A text of a label's length, cut where it is longer. */
export const fitText = (text: LocalText, row: TableRow, column: string, report: FormReport): LocalText => {
  if (!isLonger(text, workbookLimits.label)) return text;
  const message = sentence`It may have ${workbookLimits.label} characters; what comes after them is left out.`;
  report.tell({ sheet: row.sheet, row: row.number, column: columnOf(row, column) }, 'too-long', message);
  return cutText(text, workbookLimits.label);
};

const tellMoved = (row: TableRow, column: string, message: Sentence, report: FormReport) =>
  report.tell({ sheet: row.sheet, row: row.number, column: columnOf(row, column) }, 'text-moved', message);

/** The languages in which a label is too long. */
const onlyLonger = (label: LocalText): LocalText =>
  typeof label === 'string'
    ? label
    : Object.fromEntries(Object.entries(label).filter(([, text]) => text.length > workbookLimits.label));
