import { sentence } from '#sentences/sentence.ts';
import { Problem } from '#service/problem.ts';

/** decision C7: never a silent restart */
export const unreadableToken = (token: string) =>
  new Problem(
    'invalid',
    sentence`The change token '${token.slice(0, 40)}' cannot be read. Send nextChangeToken exactly as it was answered, or none to start from the first change.`,
  );

export const waitTooLong = (seconds: string, limit: number) =>
  new Problem('invalid', sentence`wait is ${seconds} seconds; it must be between 0 and ${limit}.`);
