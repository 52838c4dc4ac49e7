import { limits } from '#contract/limits.ts';
import { msg } from '#i18n/message.ts';
import { type FieldProblem, invalidRequest } from '#service/problem.ts';

/** Maps lower-case field names to their documented spelling. */
export type KnownNames = ReadonlyMap<string, string>;

export const buildKnownNames = (names: readonly string[]): KnownNames =>
  new Map(names.map((name) => [name.toLowerCase(), name]));

/** Rejected as field names: they are built-in properties of JavaScript objects (S7). */
export const UNSAFE_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/** Rejects a missing, null, array or primitive body (decision W11). */
export function requireObject(body: unknown): asserts body is object {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return;
  throw invalidRequest([{ message: msg`The body must be a JSON object.`, members: ['input'] }]);
}

/** Matching 90,000 field names would take 0.1 s; valid requests have far fewer. */
const rejectTooManyFields = (body: object): void => {
  const { length } = Object.keys(body);
  if (length <= limits.fields) return;
  throw invalidRequest([
    {
      message: msg`The body has ${length} fields; at most ${limits.fields} are allowed.`,
      members: ['input'],
    },
  ]);
};

/**
 * Renames known fields to their documented spelling and leaves unknown fields alone (decision W3). Throws if a field
 * appears twice with different spellings and values.
 */
export const bindNames = (body: unknown, known: KnownNames): Record<string, unknown> => {
  requireObject(body);
  rejectTooManyFields(body);
  const boundFields: Record<string, unknown> = {};
  const issues: FieldProblem[] = [];
  for (const [key, value] of Object.entries(body)) {
    if (UNSAFE_NAMES.has(key)) {
      issues.push({ message: msg`'${key}' cannot be used as the name of a field.`, members: [key] });
      continue;
    }
    if (issues.length > limits.violations) break;
    const name = known.get(key.toLowerCase()) ?? key;
    if (Object.hasOwn(boundFields, name) && !haveSameJson(boundFields[name], value)) {
      issues.push({
        message: msg`The field '${name}' appears twice with different spellings and values.`,
        members: [name],
      });
    }
    boundFields[name] = value;
  }
  if (issues.length > 0) throw invalidRequest(issues);
  return boundFields;
};

const haveSameJson = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
