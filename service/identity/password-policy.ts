import { limits } from '#contract/limits.ts';
import { sentence } from '#i18n/sentence.ts';
import { isCommonPassword } from './common-passwords.ts';
import { invalidPassword } from './identity-problems.ts';

/** A shorter name is part of too many words to be excluded. */
const SHORTEST_NAME = 3;

/** The user the password is for. */
export type PasswordOwner = { userName: string; emailAddress?: string | null | undefined };

/**
 * Rejects a password that is easy to guess (S20, S21): too short, counted in Unicode code points with each publicly known name as one, or a common
 * password. There are no composition rules, spaces count, and nothing is cut off. `field` is the name of the field in the request.
 * Throws a Problem that never contains the password.
 */
export const rejectUnsuitablePassword = async (
  password: string,
  owner: PasswordOwner,
  field = 'password',
): Promise<void> => {
  const { minPasswordLength: shortestPassword, maxPasswordLength: longestPassword } = limits;
  const normal = password.normalize('NFC');
  const length = lengthOf(normal);
  if (length < shortestPassword) {
    throw invalidPassword(
      field,
      sentence`The password must have at least ${shortestPassword} characters, preferably 15 or more; ${length} were given.`,
    );
  }
  if (length > longestPassword) {
    throw invalidPassword(
      field,
      sentence`The password may have at most ${longestPassword} characters; ${length} were given.`,
    );
  }
  if (lengthOf(withoutNames(normal, owner)) < shortestPassword) {
    throw invalidPassword(
      field,
      sentence`The password must have at least ${shortestPassword} characters. The user name, the email address and 'ronda' each count as one character, because others know them.`,
    );
  }
  if (await isCommonPassword(normal)) {
    throw invalidPassword(
      field,
      sentence`This password is too common: attackers try it first. Choose several unrelated words.`,
    );
  }
};

/** The number of code points: characters beyond U+FFFF count as one. */
const lengthOf = (text: string) => [...text].length;

/** Replaces every occurrence of a publicly known name by a single character. */
const withoutNames = (password: string, { userName, emailAddress }: PasswordOwner): string => {
  const address = emailAddress?.toLowerCase() ?? '';
  const names = [address, address.split('@', 1)[0]!, userName.toLowerCase(), 'ronda'];
  return names
    .filter((name) => name.length >= SHORTEST_NAME)
    .reduce((text, name) => text.replaceAll(name, '\0'), password.toLowerCase());
};
