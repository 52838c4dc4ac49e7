import { limits } from '#contract/limits.ts';

/**
 * Whether attackers try this password among the first: it is one of the 17,950 most common that are long enough, letter case
 * ignored (S21). The list is read when it is first asked for, which takes 40 ms and 8 MB: most processes never do.
 */
export const isCommonPassword = async (password: string): Promise<boolean> => {
  list ??= readList();
  return (await list).has(password.toLowerCase());
};

let list: Promise<ReadonlySet<string>> | undefined;

const readList = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= limits.shortestPassword));
};
