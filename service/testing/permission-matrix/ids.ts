import { randomUUID } from 'node:crypto';
import type { Call, Request, Things } from './call.ts';

export type Key = keyof Things;

const UNHEARD_OF = 'zyxqvjwkuhzyxqvjwkuhzyxqvjwkuh';

/** Who has one of these may use it, wherever they come from. */
const SECRETS: readonly string[] = ['shareToken', 'linkToken', 'password'];

/** Stands in a request wherever a thing does. */
export const SOME_THING = 'something';
export const namedThings = new Proxy({} as Things, { get: () => SOME_THING });

/** Every request by which a call may be tried. */
export const requestsOf = ({ request, also = [] }: Call) => [request, ...also];

/** What a request names, apart from secrets. */
export const keysOf = (request: (things: Things) => Request): Key[] => {
  const keys = new Set<Key>();
  const note = (_: object, key: string) => {
    keys.add(key as Key);
    return key;
  };
  request(new Proxy({} as Things, { get: note as never }));
  return [...keys].filter((key) => !SECRETS.includes(key));
};

/** Of the same form and length, but of nothing that is anywhere. */
export const unknownLike = (value: string): string => {
  // Behind every id that there is, as one of a thing made later would be: lists go on after it alike.
  if (/^[0-9a-f-]{36}$/.test(value)) return `f${randomUUID().slice(1)}`;
  if (/^[0-9a-f]{32}$/.test(value)) return randomUUID().replaceAll('-', '');
  if (/^\d+$/.test(value)) return '9'.repeat(value.length);
  return value.replace(/^[A-Za-z]+/, (word) => UNHEARD_OF.slice(0, word.length));
};
