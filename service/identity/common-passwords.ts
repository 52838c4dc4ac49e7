import { limits } from '#contract/limits.ts';

/**
 * Returns true if this is one of the 17,950 most common passwords of sufficient length (case-insensitive, S21). Loading
 * the list takes 40 ms and 8 MB, so this happens on first use.
 */
export const isCommonPassword = async (password: string): Promise<boolean> => {
  list ??= readList();
  return (await list).has(password.toLowerCase());
};

let list: Promise<ReadonlySet<string>> | undefined;

const readList = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= limits.minPasswordLength));
};
