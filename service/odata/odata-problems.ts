import { verbatim } from '#sentences/sentence.ts';
import { Problem } from '#service/problem.ts';

const GENERAL = 'The query specified in the URI is not valid.';
/** Enough to recognise what was sent; the rest of a megabyte helps nobody. */
const SHOWN = 60;

/** An option as a whole is wrong (decision O11). */
export const optionNotValid = (reason: string) => new Problem('invalid', verbatim(`${GENERAL} ${reason}`));

/** Something in the text of an option is wrong; `at` counts characters from 0 (decision O11). */
export const queryNotValid = (option: string, at: number, reason: string) =>
  optionNotValid(`${option}, position ${at}: ${reason}`);

export const quoted = (text: string) => {
  const characters = [...text];
  return `'${characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : text}'`;
};

/** PostgreSQL ran out of time or memory over it (decision O12). */
export const queryTooCostly = () =>
  new Problem(
    'conflict',
    verbatim(
      `${GENERAL} It takes too long or too much memory to answer. Ask for less, by a filter on state, dates, team, assigned user, workbook or external id, and with $top.`,
    ),
  );
