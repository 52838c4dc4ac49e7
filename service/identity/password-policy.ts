import { limits } from '#contract/limits.ts';
import { sentence } from '#sentences/sentence.ts';
import { isCommonPassword } from './common-passwords.ts';
import { passwordUnfit } from './identity-problems.ts';

/** Shorter than this, a word is part of too many others to say anything. */
const SHORTEST_NAME = 3;

/** Whose password it will be. */
export type PasswordOwner = { userName: string; emailAddress?: string | null | undefined };

/**
 * Refuses a password that somebody chooses and that is easily guessed (S20, S21): by its length in characters (Unicode code
 * points), of which what everybody knows counts as one; or because it is common. There are no rules of composition, blanks
 * count, and nothing is cut off. `field` is its name on the wire. Throws a Problem that never repeats the password.
 */
export const refuseUnfitPassword = async (
  password: string,
  owner: PasswordOwner,
  field = 'password',
): Promise<void> => {
  const { shortestPassword, longestPassword } = limits;
  const normal = password.normalize('NFC');
  const length = lengthOf(normal);
  if (length < shortestPassword) {
    throw passwordUnfit(
      field,
      sentence`must have at least ${shortestPassword} characters, better 15 or more; ${length} were given.`,
    );
  }
  if (length > longestPassword) {
    throw passwordUnfit(
      field,
      sentence`may have at most ${longestPassword} characters; ${length} were given.`,
    );
  }
  if (lengthOf(withoutNames(normal, owner)) < shortestPassword) {
    throw passwordUnfit(
      field,
      sentence`must have at least ${shortestPassword} characters, of which the user name, the e-mail address and 'ronda' count as one each time: others know them.`,
    );
  }
  if (await isCommonPassword(normal)) {
    throw passwordUnfit(
      field,
      sentence`is a common password, among the first that attackers try: choose several words that do not belong together.`,
    );
  }
};

/** In characters as people count them, more or less: a letter beyond U+FFFF is one. */
const lengthOf = (text: string) => [...text].length;

/** Each name that everybody knows is one character, wherever and however often it stands. */
const withoutNames = (password: string, { userName, emailAddress }: PasswordOwner): string => {
  const address = emailAddress?.toLowerCase() ?? '';
  const names = [address, address.split('@', 1)[0]!, userName.toLowerCase(), 'ronda'];
  return names
    .filter((name) => name.length >= SHORTEST_NAME)
    .reduce((text, name) => text.replaceAll(name, '\0'), password.toLowerCase());
};
