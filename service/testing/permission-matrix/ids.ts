import { randomUUID } from 'node:crypto';
import type { Call, RecordNames, Request } from './call.ts';

export type Key = keyof RecordNames;

const UNKNOWN_NAME = 'zyxqvjwkuhzyxqvjwkuhzyxqvjwkuh';

/** Secrets may be used by anyone who has them. */
const SECRETS: readonly string[] = ['shareToken', 'linkToken', 'password'];

/** Placeholder for any name or id in a request. */
export const PLACEHOLDER = 'something';
export const placeholderNames = new Proxy({} as RecordNames, { get: () => PLACEHOLDER });

/** All requests with which a call is tested. */
export const requestsOf = ({ request, also = [] }: Call) => [request, ...also];

/** The names and ids in a request, except secrets. */
export const keysOf = (request: (records: RecordNames) => Request): Key[] => {
  const keys = new Set<Key>();
  const note = (_: object, key: string) => {
    keys.add(key as Key);
    return key;
  };
  request(new Proxy({} as RecordNames, { get: note as never }));
  return [...keys].filter((key) => !SECRETS.includes(key));
};

/** An id of the same form and length that does not exist. */
export const unknownLike = (value: string): string => {
  // Sorts after all existing ids, like the id of a later record, so that lists continue after it in the same way.
  if (/^[0-9a-f-]{36}$/.test(value)) return `f${randomUUID().slice(1)}`;
  if (/^[0-9a-f]{32}$/.test(value)) return randomUUID().replaceAll('-', '');
  if (/^\d+$/.test(value)) return '9'.repeat(value.length);
  return value.replace(/^[A-Za-z]+/, (word) => UNKNOWN_NAME.slice(0, word.length));
};
