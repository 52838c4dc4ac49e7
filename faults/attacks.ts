/** The attacks of a hostile user in `hostile-worker.ts`. */
export type Attack = (typeof ATTACKS)[number];
export type Hostile = { url: string; token: string; attack: Attack; changeToken: string };

export const ATTACKS = [
  'anonymous: made-up tokens, 100 at once',
  'anonymous: sign-ins with wrong passwords, 60 at once',
  'an account: 60 lists that are not read',
  'an account: 1,500 waiting requests and changes',
  'an account: 40 costly queries at once',
  'an account: 100 edits of one task at once',
  'an account: 20 whole lists at once',
] as const;
