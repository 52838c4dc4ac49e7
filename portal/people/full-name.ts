import type { User } from '#contract/user.ts';

export const fullName = ({ name, surname }: Pick<User, 'name' | 'surname'>): string =>
  [name, surname].filter((part) => part !== '').join(' ');
