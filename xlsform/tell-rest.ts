import type { FieldType } from '#contract/workbook-definition.ts';
import { type Sentence, sentence } from '#sentences/sentence.ts';
import type { FormReport } from './form-report.ts';
import type { TableRow } from './read-table.ts';

/** Why a column is left out, where that is not plain from the type of its row. */
const reasons: Readonly<Record<string, Sentence>> = {
  appearance: sentence`Ronda lays out its questions itself.`,
  parameters: sentence`Ronda has nothing for these parameters.`,
  media: sentence`Pictures, sounds and videos that belong to a text are not in the form, but beside it.`,
  trigger: sentence`Ronda works values out anew whenever something changes on which they depend.`,
  required_message: sentence`Ronda says itself that an answer is missing.`,
  read_only: sentence`Ronda asks every question that is shown; only what is calculated cannot be changed.`,
  calculation: sentence`Only calculated fields are worked out, and this one is asked.`,
  disabled: sentence`It says neither yes nor no.`,
};

/** Nearly all appearances lay something out; these do something. */
const whyAppearance = (text: string): Sentence | undefined => {
  if (/(^|\s)search\s*\(/i.test(text))
    return sentence`The choices that search() finds in a file beside the form are not in it: only those of its list are asked.`;
  return /(^|\s)(intent|ex):/i.test(text) ? sentence`Ronda asks no other program for an answer.` : undefined;
};

/** Tells of every cell of a row that nobody has taken. */
export const tellRest = (row: TableRow, report: FormReport, what: FieldType | 'choice'): void => {
  for (const { heading, text, isTaken } of row.cells) {
    if (isTaken) continue;
    const message =
      (heading.column === 'appearance' ? whyAppearance(text) : undefined) ??
      reasons[heading.column] ??
      sentence`A ${what === 'choice' ? sentence`choice` : what} of Ronda has nothing like “${heading.title}”; it is left out.`;
    report.tell({ sheet: row.sheet, row: row.number, column: heading.title }, 'not-carried-over', message);
  }
};
