import type { FieldType } from '#contract/workbook-definition.ts';
import { type Message, msg } from '#i18n/message.ts';
import type { FormReport } from './form-report.ts';
import { createRowLocation, type TableRow } from './read-table.ts';

const reasons: Readonly<Record<string, Message>> = {
  appearance: msg`Ronda controls the layout of questions.`,
  parameters: msg`Ronda does not support these parameters.`,
  media: msg`Images, audio and video for texts are in separate files, which are not imported.`,
  trigger: msg`Ronda recalculates values whenever something they depend on changes.`,
  required_message: msg`Ronda has its own message for missing answers.`,
  read_only: msg`Ronda has no read-only questions; only calculated fields cannot be changed.`,
  calculation: msg`Only calculated fields can have a calculation.`,
  disabled: msg`The value must be yes or no.`,
};

const explainAppearance = (text: string): Message | undefined => {
  if (/(^|\s)search\s*\(/i.test(text))
    return msg`The choices that search() loads from a separate file are not imported: only those of the list are available.`;
  return /(^|\s)(intent|ex):/i.test(text) ? msg`Ronda cannot get answers from other apps.` : undefined;
};

export const reportUnusedCells = (row: TableRow, report: FormReport, type: FieldType | 'choice'): void => {
  for (const { heading, text, isConsumed } of row.cells) {
    if (isConsumed) continue;
    const message =
      (heading.column === 'appearance' ? explainAppearance(text) : undefined) ??
      reasons[heading.column] ??
      (type === 'choice'
        ? msg`Ronda has no equivalent of “${heading.title}” for choices; it is ignored.`
        : msg`Ronda has no equivalent of “${heading.title}” for fields of type ${type}; it is ignored.`);
    report.add({ ...createRowLocation(row), column: heading.title }, 'not-carried-over', message);
  }
};
