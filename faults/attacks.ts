/** The attacks of a hostile user in `hostile-worker.ts`. */
export type Attack = (typeof ATTACKS)[number];
export type Hostile = { url: string; token: string; attack: Attack; changeToken: string };

export const ATTACKS = [
  'anonymous: made-up tokens, 100 at once',
  'anonymous: sign-ins with wrong passwords, 60 at once',
  'anonymous: 500 connections with half a request',
  'an account: 60 lists that are not read',
  'an account: 1,500 waiting requests and changes',
  'an account: 40 costly queries at once',
  'an account: 100 edits of one task at once',
  'an account: 20 whole lists at once',
  'an account: 20 files of all tasks at once',
  'an account: 20 bulk calls of 10,000 ids at once',
] as const;
