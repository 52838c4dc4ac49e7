import type { Database } from '#service/database/connect.ts';
import type { Mailer } from '#service/mail/mailer.ts';
import type { Actors } from './actors.ts';
import type { RequestLog } from './api-tokens/request-log.ts';
import type { Passwords } from './passwords.ts';
import type { SignInThrottle } from './tokens/sign-in-throttle.ts';

export type PeopleServices = {
  db: Database;
  actors: Actors;
  passwords: Passwords;
  throttle: SignInThrottle;
  requestLog: RequestLog;
  mailer: Mailer | undefined;
  publicUrl: string | undefined;
  now: () => number;
};
