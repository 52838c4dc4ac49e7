import { limits } from '#contract/limits.ts';
import { sentence } from '#i18n/sentence.ts';
import { type FieldProblem, invalidRequest } from '#service/problem.ts';

/** Documented field names by their lower-case form. */
export type KnownNames = ReadonlyMap<string, string>;

export const knownNames = (names: readonly string[]): KnownNames =>
  new Map(names.map((name) => [name.toLowerCase(), name]));

/** Names that would access built-in members of JavaScript objects; data never needs them (S7). */
export const UNSAFE_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/** Rejects a body that is missing, null, an array or a primitive value (decision W11). */
export function requireObject(body: unknown): asserts body is object {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return;
  throw invalidRequest([{ message: sentence`The body must be a JSON object.`, members: ['input'] }]);
}

/** Matching the names of 90,000 members would take a tenth of a second; valid requests have far fewer. */
const rejectManyMembers = (body: object): void => {
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
 * Gives known fields their documented spelling, ignoring letter case, and leaves other fields unchanged (decision W3). One
 * field in two spellings with different values is an error.
 */
export const bindNames = (body: unknown, known: KnownNames): Record<string, unknown> => {
  requireObject(body);
  rejectManyMembers(body);
  const bound: Record<string, unknown> = {};
  const issues: FieldProblem[] = [];
  for (const [given, value] of Object.entries(body)) {
    if (UNSAFE_NAMES.has(given)) {
      issues.push({ message: sentence`'${given}' cannot be used as the name of a field.`, members: [given] });
      continue;
    }
    if (issues.length > limits.violations) break;
    const name = known.get(given.toLowerCase()) ?? given;
    if (Object.hasOwn(bound, name) && !isSame(bound[name], value)) {
      issues.push({
        message: sentence`The field '${name}' appears twice with different spellings and values.`,
        members: [name],
      });
    }
    bound[name] = value;
  }
  if (issues.length > 0) throw invalidRequest(issues);
  return bound;
};

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
