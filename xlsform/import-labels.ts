import type { Field, LocalizedText } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { msg } from '#i18n/message.ts';
import type { FormReport } from './form-report.ts';
import { type ImportContext, importText, isLonger, joinTexts, truncateText } from './import-text.ts';
import type { FormNode } from './read-survey.ts';
import { consume, createCellLocation, peek, type TableRow } from './read-table.ts';
import { isNo } from './yes-no.ts';

/** Adds guidance, and the full text of oversized labels, to the hint. */
export const importLabels = (node: FormNode, context: ImportContext): Pick<Field, 'label' | 'hint'> => {
  const { row } = node;
  const { report } = context;
  let label = importText(row, 'label', context, node);
  let hint = importText(row, 'hint', context, node);
  if (isNo(peek(row, 'ronda:label') ?? '') && consume(row, 'ronda:label') !== undefined) label = undefined;

  const guidance = importText(row, 'guidance_hint', context, node);
  if (guidance !== undefined) {
    const message = msg`The guidance is added to the hint, which is always shown.`;
    report.add(createCellLocation(row, 'guidance_hint'), 'text-moved', message);
    hint = joinTexts(hint, guidance);
  }
  if (label !== undefined && isLonger(label, workbookLimits.label)) {
    const message = msg`A label may have at most ${workbookLimits.label} characters: it is shortened, and the full text is added to the hint.`;
    report.add(createCellLocation(row, 'label'), 'text-moved', message);
    hint = joinTexts(filterLongTranslations(label), hint);
    label = truncateText(label, workbookLimits.label);
  }
  if (hint !== undefined && isLonger(hint, workbookLimits.hint)) {
    const message = msg`A hint may have at most ${workbookLimits.hint} characters; the rest is cut off.`;
    const column = peek(row, 'hint') === undefined ? 'label' : 'hint';
    report.add(createCellLocation(row, column), 'too-long', message);
    hint = truncateText(hint, workbookLimits.hint);
  }
  return { ...(label !== undefined && { label }), ...(hint !== undefined && { hint }) };
};

export const fitText = (
  text: LocalizedText,
  row: TableRow,
  column: string,
  report: FormReport,
): LocalizedText => {
  if (!isLonger(text, workbookLimits.label)) return text;
  const message = msg`The text may have at most ${workbookLimits.label} characters; the rest is cut off.`;
  report.add(createCellLocation(row, column), 'too-long', message);
  return truncateText(text, workbookLimits.label);
};

const filterLongTranslations = (label: LocalizedText): LocalizedText =>
  typeof label === 'string'
    ? label
    : Object.fromEntries(Object.entries(label).filter(([, text]) => text.length > workbookLimits.label));
