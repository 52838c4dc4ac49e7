import { Problem } from '#service/problem.ts';
import type { Permission } from './permissions.ts';

/** decision W6 */
export const notSignedIn = () =>
  new Problem('unauthenticated', 'Sign in first: send a valid bearer token in the Authorization header.');

/** decision W7 */
export const permissionMissing = (permission: Permission) =>
  new Problem('forbidden', `You are not authorized: the permission ${permission} is needed.`);

export const tooManyGuesses = () =>
  new Problem('overloaded', 'Too many sign-ins are waiting. Try again in a few seconds.', { retryAfter: 5 });
