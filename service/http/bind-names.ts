import { limits } from '#contract/limits.ts';
import { sentence } from '#sentences/sentence.ts';
import { type FieldProblem, invalidRequest } from '#service/problem.ts';

/** Field names as documented, found by their lower-case form. */
export type KnownNames = ReadonlyMap<string, string>;

export const knownNames = (names: readonly string[]): KnownNames =>
  new Map(names.map((name) => [name.toLowerCase(), name]));

/** Names that would reach into JavaScript's own objects; nobody needs them for data (S7). */
export const UNSAFE_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/** Refuses a body that is missing, null, a list or a bare value (decision W11). */
export function mustBeObject(body: unknown): asserts body is object {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return;
  throw invalidRequest([{ message: sentence`The body must be a JSON object.`, members: ['input'] }]);
}

/** Matching the names of 90,000 members would take a tenth of a second; no valid request has as many. */
const refuseManyMembers = (body: object): void => {
  const { length } = Object.keys(body);
  if (length <= limits.members) return;
  throw invalidRequest([
    {
      message: sentence`The body has ${length} members; at most ${limits.members} are allowed.`,
      members: ['input'],
    },
  ]);
};

/**
 * Gives known fields their documented spelling whatever the letter case they came in, and leaves others as they are
 * (decision W3). One field in two spellings with different values is an error that names it.
 */
export const bindNames = (body: unknown, known: KnownNames): Record<string, unknown> => {
  mustBeObject(body);
  refuseManyMembers(body);
  const bound: Record<string, unknown> = {};
  const faults: FieldProblem[] = [];
  for (const [given, value] of Object.entries(body)) {
    if (UNSAFE_NAMES.has(given)) {
      faults.push({ message: sentence`'${given}' cannot be used as the name of a field.`, members: [given] });
      continue;
    }
    if (faults.length > limits.violations) break;
    const name = known.get(given.toLowerCase()) ?? given;
    if (Object.hasOwn(bound, name) && !isSame(bound[name], value)) {
      faults.push({
        message: sentence`The field '${name}' is given in two spellings with different values.`,
        members: [name],
      });
    }
    bound[name] = value;
  }
  if (faults.length > 0) throw invalidRequest(faults);
  return bound;
};

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
