export type Attack = (typeof ATTACKS)[number];
export type AttackData = {
  url: string;
  token: string;
  adminToken: string;
  workbookId: string;
  attack: Attack;
  changeToken: string;
};

export const ATTACKS = [
  'anonymous: 100 requests with invalid tokens at once',
  'anonymous: 60 sign-ins with wrong passwords at once',
  'anonymous: 500 connections that send half a request',
  'anonymous: 100 requests with 9,000 cookies at once',
  'anonymous: 4 identity provider responses of 1 MiB at once',
  'anonymous: 48 bodies in chunks of one byte at once',
  'anonymous: 48 bodies in chunks of 32 bytes at once',
  'signed in: 100 bodies of 63 KiB at once',
  'signed in: 3 bodies with 100,000 values at once',
  'signed in: 3 bodies of objects with different field orders at once',
  'signed in: 4 imports of blank and short rows at once',
  'signed in: 6 checks of drafts with 500 long expressions at once',
  'signed in: 60 filters of 500 terms at once',
  'signed in: 60 lists whose responses are not read',
  'signed in: 1,500 requests that wait for frequent changes',
  'signed in: 40 costly queries at once',
  'signed in: 100 edits of one task at once',
  'signed in: 100 invalid edits at once',
  'signed in: 20 complete lists at once',
  'signed in: 20 CSV exports of all tasks at once',
  'signed in: 20 bulk requests with 10,000 IDs at once',
] as const;
