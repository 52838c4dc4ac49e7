import { verbatim } from '#i18n/message.ts';
import { Problem } from '#service/problem.ts';

const MESSAGE_PREFIX = 'The query specified in the URI is not valid.';
/** The input can be a megabyte long. */
const MAX_QUOTED_CHARACTERS = 60;

/** See decision O11. */
export const invalidOption = (reason: string) =>
  new Problem('invalid', verbatim(`${MESSAGE_PREFIX} ${reason}`));

/** `position` is a zero-based offset in characters (decision O11). */
export const invalidQuery = (option: string, position: number, reason: string) =>
  invalidOption(`${option}, position ${position}: ${reason}`);

export const quote = (text: string) => {
  const characters = [...text];
  return `'${characters.length > MAX_QUOTED_CHARACTERS ? `${characters.slice(0, MAX_QUOTED_CHARACTERS).join('')}…` : text}'`;
};

/** See decision O12. */
export const queryTooCostly = () =>
  new Problem(
    'conflict',
    verbatim(
      `${MESSAGE_PREFIX} The query takes too long or needs too much memory. Request less: use $top, and filter by state, dates, team, assigned user, workbook or external ID.`,
    ),
  );
