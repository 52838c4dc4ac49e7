import { limits } from '#contract/limits.ts';
import { type Message, msg } from '#i18n/message.ts';
import { invalidField } from '#service/problem.ts';

/** Shorter names may occur in a password: they are part of too many words. */
const MIN_NAME_LENGTH = 3;

type PasswordOwner = { userName: string; emailAddress?: string | null | undefined };

/** Rejects passwords that are too short, too long or too common (S20, S21). The user's names count as one character. */
export const rejectUnsuitablePassword = async (
  password: string,
  owner: PasswordOwner,
  field = 'password',
): Promise<void> => {
  const error = await findPasswordError(password.normalize('NFC'), owner);
  if (error) throw invalidField(field, error);
};

/** The message never contains the password. */
const findPasswordError = async (password: string, owner: PasswordOwner): Promise<Message | undefined> => {
  const { minPasswordLength: min, maxPasswordLength: max } = limits;
  const length = countCodePoints(password);
  if (length < min)
    return msg`The password must have at least ${min} characters, preferably 15 or more; ${length} were given.`;
  if (length > max) return msg`The password may have at most ${max} characters; ${length} were given.`;
  if (countCodePoints(replaceNames(password, owner)) < min)
    return msg`The password must have at least ${min} characters. The user name, the email address and 'ronda' each count as one character, because others know them.`;
  if (await isCommonPassword(password))
    return msg`This password is too common: attackers try it first. Choose several unrelated words.`;
  return undefined;
};

const countCodePoints = (text: string) => [...text].length;

const replaceNames = (password: string, { userName, emailAddress }: PasswordOwner): string => {
  const address = emailAddress?.toLowerCase() ?? '';
  const names = [address, address.split('@', 1)[0]!, userName.toLowerCase(), 'ronda'];
  return names
    .filter((name) => name.length >= MIN_NAME_LENGTH)
    .reduce((text, name) => text.replaceAll(name, '\0'), password.toLowerCase());
};

/** The list of the 17,950 most common passwords (S21) takes 40 ms and 8 MB, so it is loaded on demand. */
const isCommonPassword = async (password: string): Promise<boolean> => {
  commonPasswords ??= loadCommonPasswords();
  return (await commonPasswords).has(password.toLowerCase());
};

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

const loadCommonPasswords = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= limits.minPasswordLength));
};
