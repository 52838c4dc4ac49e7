import { verbatim } from '#i18n/sentence.ts';
import { Problem } from '#service/problem.ts';

const GENERAL = 'The query specified in the URI is not valid.';
/** Enough to recognise the input; the rest of a megabyte would not help. */
const SHOWN = 60;

/** An option is invalid as a whole (decision O11). */
export const optionNotValid = (reason: string) => new Problem('invalid', verbatim(`${GENERAL} ${reason}`));

/** The text of an option is invalid; `at` is the offset in characters, from 0 (decision O11). */
export const queryNotValid = (option: string, at: number, reason: string) =>
  optionNotValid(`${option}, position ${at}: ${reason}`);

export const quoted = (text: string) => {
  const characters = [...text];
  return `'${characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : text}'`;
};

/** PostgreSQL ran out of time or memory for the query (decision O12). */
export const queryTooCostly = () =>
  new Problem(
    'conflict',
    verbatim(
      `${GENERAL} The query takes too long or needs too much memory. Request less: use $top, and filter by state, dates, team, assigned user, workbook or external id.`,
    ),
  );
