import type { FieldType } from '#contract/workbook-definition.ts';
import type { FormReport } from './form-report.ts';
import type { TableRow } from './read-table.ts';

/** Why a column is left out, where that is not plain from the type of its row. */
const reasons: Readonly<Record<string, string>> = {
  appearance: 'Ronda lays out its questions itself.',
  parameters: 'Ronda has nothing for these parameters.',
  media: 'Pictures, sounds and videos that belong to a text are not in the form, but beside it.',
  trigger: 'Ronda works values out anew whenever something changes on which they depend.',
  required_message: 'Ronda says itself that an answer is missing.',
  read_only: 'Ronda asks every question that is shown; only what is calculated cannot be changed.',
  calculation: 'Only calculated fields are worked out, and this one is asked.',
  disabled: 'It says neither yes nor no.',
};

/** Nearly all appearances lay something out; these do something. */
const whyAppearance = (text: string): string | undefined => {
  if (/(^|\s)search\s*\(/i.test(text))
    return 'The choices that search() finds in a file beside the form are not in it: only those of its list are asked.';
  return /(^|\s)(intent|ex):/i.test(text) ? 'Ronda asks no other program for an answer.' : undefined;
};

/** Tells of every cell of a row that nobody has taken. */
export const tellRest = (row: TableRow, report: FormReport, what: FieldType | 'choice'): void => {
  for (const { heading, text, isTaken } of row.cells) {
    if (isTaken) continue;
    const message =
      (heading.column === 'appearance' ? whyAppearance(text) : undefined) ??
      reasons[heading.column] ??
      `A ${what} of Ronda has nothing like “${heading.title}”; it is left out.`;
    report.tell({ sheet: row.sheet, row: row.number, column: heading.title }, 'not-carried-over', message);
  }
};
