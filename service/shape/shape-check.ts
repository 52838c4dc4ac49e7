import type { TSchema } from 'typebox';
import type { TLocalizedValidationError as Violation } from 'typebox/error';
import { WITHOUT_BLANKS_AROUND } from '#contract/name.ts';
import { didYouMean, type Fault, type Path } from './fault.ts';
import { createViolationSearch } from './find-violations.ts';

/** A fault is found as up to a dozen violations: one for each form that a label, say, may have. */
const MOST_VIOLATIONS = 1_000;

/** When they are cut short there are more, and what has none of them may still have any shape. */
export type ShapeFaults = { faults: Fault[]; isCutShort: boolean };

/** How a document is spoken of. */
export type Wording = {
  /** What the document as a whole is called, at the beginning of a sentence. */
  whole: string;
  /** Members whose values are never repeated in a message: it may end in a log. */
  secrets?: readonly string[];
};

/**
 * Makes the check of a document by its schema: it tells unknown and missing members, wrong types and values out of
 * bounds, each by its place and with what would be right.
 */
export const createShapeCheck = (schema: TSchema, wording: Wording) => {
  const findViolations = createViolationSearch(schema, { most: MOST_VIOLATIONS + 1 });

  return (value: unknown): ShapeFaults => {
    const violations = findViolations(value);
    const byPlace = Map.groupBy(violations, ({ instancePath }) => instancePath);
    const faults = [...byPlace].flatMap(([place, violations]) =>
      faultsAt(place, telling(place, violations, byPlace), { root: value, schema, wording }),
    );
    return { faults, isCutShort: violations.length > MOST_VIOLATIONS };
  };
};

/**
 * A value of several possible forms fails in each, and then as a whole. What fails inside it says most, and that it
 * has another type than one of the forms says least.
 */
const telling = (place: string, violations: readonly Violation[], byPlace: ReadonlyMap<string, unknown>) => {
  if (!violations.some(({ keyword }) => keyword === 'anyOf')) return violations;
  const ofOneForm = violations.filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'type');
  const hasFaultsInside = [...byPlace.keys()].some((other) => other.startsWith(`${place}/`));
  return ofOneForm.length > 0 || hasFaultsInside ? ofOneForm : violations;
};

type Judged = { root: unknown; schema: TSchema; wording: Wording };

const faultsAt = (place: string, violations: readonly Violation[], judged: Judged): Fault[] => {
  const { wording } = judged;
  const path = pathOf(place);
  const member = String(path.findLast((step) => typeof step === 'string') ?? wording.whole);
  const value = valueAt(judged.root, path);
  const types = violations.flatMap(({ keyword, params }) =>
    keyword === 'type' ? [(params as { type: string }).type] : [],
  );
  if (types.length > 0) return [{ path, message: wrongType(member, types, value, wording) }];
  return violations.flatMap((violation) => {
    if (violation.keyword === 'boolean')
      return [{ path, message: unknownMember(member, violation.schemaPath, judged) }];
    if (violation.keyword !== 'required')
      return sentence(violation, member, value).map((message) => ({ path, message }));
    return violation.params.requiredProperties.map((name) => ({
      path: [...path, name],
      message: `The member ${name} is missing.`,
    }));
  });
};

const TYPE_PHRASES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with members',
  null: 'null',
};

const wrongType = (
  member: string,
  types: readonly string[],
  value: unknown,
  { secrets = [] }: Wording,
): string => {
  const wanted = [...new Set(types)].map((type) => TYPE_PHRASES[type] ?? type).join(' or ');
  const isUnquoted = types.includes('string') && (typeof value === 'number' || typeof value === 'boolean');
  const given = secrets.includes(member) ? `a ${typeof value}` : shown(value);
  return `${member} must be ${wanted}; ${given} was given.${isUnquoted ? ' Put it in quotes.' : ''}`;
};

/** What the patterns of the schemas ask for. */
const PATTERN_PHRASES: Readonly<Record<string, string>> = {
  '^[A-Za-z0-9]{1,64}$': '1 to 64 letters and digits, without accents',
  '^[A-Za-z0-9_-]{1,64}$': '1 to 64 letters, digits, hyphens and underscores, without accents',
  '^[!-~]+$': 'printable ASCII without spaces',
  '^[^@\\s]+@[^@\\s]+$': 'an e-mail address',
  '^[A-Za-z][A-Za-z0-9_]*$': 'a letter and then letters, digits and underscores, without accents',
};

const patternPhrase = (pattern: string) => PATTERN_PHRASES[pattern] ?? `a text that matches ${pattern}`;

const sentence = (violation: Violation, member: string, value: unknown): string[] => {
  switch (violation.keyword) {
    case 'enum': {
      const allowed = violation.params.allowedValues.map(String);
      return [
        `${member} must be one of ${allowed.join(', ')}; ${shown(value)} was given.${didYouMean(String(value), allowed)}`,
      ];
    }
    case 'pattern':
      if (violation.params.pattern === WITHOUT_BLANKS_AROUND) {
        return [`${member} must have no blanks at its beginning and end; '${shown(value)}' was given.`];
      }
      return [`${member} is ${shown(value)}; it must be ${patternPhrase(String(violation.params.pattern))}.`];
    case 'minLength':
      return violation.params.limit === 1
        ? [`${member} must not be empty.`]
        : [`${member} must have at least ${violation.params.limit} characters.`];
    case 'maxLength':
      return [
        `${member} may have at most ${violation.params.limit} characters; ${[...String(value)].length} were given.`,
      ];
    case 'minItems':
      return [`${member} must have at least ${violation.params.limit} entry.`];
    case 'maxItems':
      return [
        `${member} may have at most ${violation.params.limit} entries; ${(value as unknown[]).length} were given.`,
      ];
    case 'minProperties':
    case 'maxProperties':
      return [
        `${member} has too ${violation.keyword === 'minProperties' ? 'few' : 'many'} members: the limit is ${violation.params.limit}.`,
      ];
    case 'minimum':
    case 'maximum':
      return [
        `${member} must be ${violation.params.comparison} ${violation.params.limit}; ${shown(value)} was given.`,
      ];
    // Each is said already by violations of other keywords: the members that are too many, and the forms that fail.
    case 'additionalProperties':
    case 'anyOf':
      return [];
    default:
      return [`${member} ${violation.message}.`];
  }
};

const unknownMember = (member: string, schemaPath: string, { schema }: Judged): string => {
  const names = membersOf(schema, schemaPath);
  return names.length === 0
    ? `${member} is not possible here.`
    : `There is no member ${member} here.${didYouMean(member, names) || ` There are ${names.join(', ')}.`}`;
};

/** The members that the schema knows where `schemaPath` (`#/…/additionalProperties`) found another one. */
const membersOf = (schema: TSchema, schemaPath: string): string[] => {
  const steps = schemaPath.split('/').slice(1, -1);
  const object = steps.reduce<unknown>((here, step) => (here as Record<string, unknown>)?.[step], schema);
  return Object.keys((object as { properties?: object } | undefined)?.properties ?? {});
};

const pathOf = (pointer: string): Path =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~')));

const valueAt = (root: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, step) => (value as Record<string | number, unknown> | undefined)?.[step],
    root,
  );

const shown = (value: unknown): string => {
  if (value === undefined || value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  const text = typeof value === 'string' ? value : `the ${typeof value} ${value}`;
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
};
