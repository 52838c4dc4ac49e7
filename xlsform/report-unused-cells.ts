import type { FieldType } from '#contract/workbook-definition.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import type { FormReport } from './form-report.ts';
import { createRowLocation, type TableRow } from './read-table.ts';

const reasons: Readonly<Record<string, Sentence>> = {
  appearance: sentence`Ronda controls the layout of questions.`,
  parameters: sentence`Ronda does not support these parameters.`,
  media: sentence`Images, audio and video for texts are in separate files, which are not imported.`,
  trigger: sentence`Ronda recalculates values whenever something they depend on changes.`,
  required_message: sentence`Ronda has its own message for missing answers.`,
  read_only: sentence`Ronda has no read-only questions; only calculated fields cannot be changed.`,
  calculation: sentence`Only calculated fields can have a calculation.`,
  disabled: sentence`The value must be yes or no.`,
};

/** Explains an appearance that affects more than the layout. */
const explainAppearance = (text: string): Sentence | undefined => {
  if (/(^|\s)search\s*\(/i.test(text))
    return sentence`The choices that search() loads from a separate file are not imported: only those of the list are available.`;
  return /(^|\s)(intent|ex):/i.test(text) ? sentence`Ronda cannot get answers from other apps.` : undefined;
};

export const reportUnusedCells = (row: TableRow, report: FormReport, type: FieldType | 'choice'): void => {
  for (const { heading, text, isConsumed } of row.cells) {
    if (isConsumed) continue;
    const message =
      (heading.column === 'appearance' ? explainAppearance(text) : undefined) ??
      reasons[heading.column] ??
      (type === 'choice'
        ? sentence`Ronda has no equivalent of “${heading.title}” for choices; it is ignored.`
        : sentence`Ronda has no equivalent of “${heading.title}” for fields of type ${type}; it is ignored.`);
    report.add({ ...createRowLocation(row), column: heading.title }, 'not-carried-over', message);
  }
};
