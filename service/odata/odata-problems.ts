import { verbatim } from '#i18n/sentence.ts';
import { Problem } from '#service/problem.ts';

const MESSAGE_PREFIX = 'The query specified in the URI is not valid.';
/** The maximum number of characters that a message quotes, because the input might be a megabyte long. */
const MAX_QUOTED_CHARACTERS = 60;

/** The error for an option that is invalid as a whole (decision O11). */
export const invalidOption = (reason: string) =>
  new Problem('invalid', verbatim(`${MESSAGE_PREFIX} ${reason}`));

/** The error for an option that is invalid at a position, which is the offset in characters from 0 (decision O11). */
export const invalidQuery = (option: string, position: number, reason: string) =>
  invalidOption(`${option}, position ${position}: ${reason}`);

export const quote = (text: string) => {
  const characters = [...text];
  return `'${characters.length > MAX_QUOTED_CHARACTERS ? `${characters.slice(0, MAX_QUOTED_CHARACTERS).join('')}…` : text}'`;
};

/** The error for a query that exceeds PostgreSQL's time or memory limit (decision O12). */
export const queryTooCostly = () =>
  new Problem(
    'conflict',
    verbatim(
      `${MESSAGE_PREFIX} The query takes too long or needs too much memory. Request less: use $top, and filter by state, dates, team, assigned user, workbook or external ID.`,
    ),
  );
