import { msg } from '#i18n/message.ts';
import { Problem } from '#service/problem.ts';

/** The feed must not silently restart (decision C7). */
export const unreadableToken = (token: string) =>
  new Problem(
    'invalid',
    msg`The change token '${token.slice(0, 40)}' is not valid. Send nextChangeToken exactly as you received it, or omit it to start from the first change.`,
  );

export const waitTooLong = (seconds: string, limit: number) =>
  new Problem('invalid', msg`wait is ${seconds} seconds; it must be between 0 and ${limit}.`);
