import { verbatim } from '#i18n/sentence.ts';
import { Problem } from '#service/problem.ts';

const PREFIX = 'The query specified in the URI is not valid.';
/** Maximum length of quoted input, which might be a megabyte long. */
const MAX_QUOTED = 60;

/** An option is invalid as a whole (decision O11). */
export const invalidOption = (reason: string) => new Problem('invalid', verbatim(`${PREFIX} ${reason}`));

/** An option is invalid at a particular place: `position` is the offset in characters, starting at 0 (decision O11). */
export const invalidQuery = (option: string, position: number, reason: string) =>
  invalidOption(`${option}, position ${position}: ${reason}`);

export const quote = (text: string) => {
  const characters = [...text];
  return `'${characters.length > MAX_QUOTED ? `${characters.slice(0, MAX_QUOTED).join('')}…` : text}'`;
};

/** PostgreSQL ran out of time or memory while running the query (decision O12). */
export const queryTooCostly = () =>
  new Problem(
    'conflict',
    verbatim(
      `${PREFIX} The query takes too long or needs too much memory. Request less: use $top, and filter by state, dates, team, assigned user, workbook or external ID.`,
    ),
  );
