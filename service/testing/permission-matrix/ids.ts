import { randomUUID } from 'node:crypto';
import type { Call, RecordNames, Request } from './call.ts';

export type RecordKey = keyof RecordNames;

const UNKNOWN_NAME = 'zyxqvjwkuhzyxqvjwkuhzyxqvjwkuh';

/** Secrets, which work for anyone who knows them. */
const SECRETS: readonly string[] = ['shareToken', 'linkToken', 'password'];

/** The placeholder for all names and IDs in a request. */
export const PLACEHOLDER = 'something';
export const placeholderRecords = new Proxy({} as RecordNames, { get: () => PLACEHOLDER });

export const listRequests = ({ request, variants = [] }: Call) => [request, ...variants];

/** Returns the names and IDs in a request, except secrets. */
export const listKeys = (request: (records: RecordNames) => Request): RecordKey[] => {
  const keys = new Set<RecordKey>();
  const recordKey = (_: object, key: string) => {
    keys.add(key as RecordKey);
    return key;
  };
  request(new Proxy({} as RecordNames, { get: recordKey as never }));
  return [...keys].filter((key) => !SECRETS.includes(key));
};

/** Returns a nonexistent ID with the same format and length as an existing one. */
export const createUnknownIdLike = (value: string): string => {
  // Like the ID of a newer record, it sorts after all existing IDs, so that lists continue after both in the same
  // way.
  if (/^[0-9a-f-]{36}$/.test(value)) return `f${randomUUID().slice(1)}`;
  if (/^[0-9a-f]{32}$/.test(value)) return randomUUID().replaceAll('-', '');
  if (/^\d+$/.test(value)) return '9'.repeat(value.length);
  return value.replace(/^[A-Za-z]+/, (word) => UNKNOWN_NAME.slice(0, word.length));
};
