import type { TSchema } from 'typebox';
import type { TLocalizedValidationError as Violation } from 'typebox/error';
import { WITHOUT_BLANKS_AROUND } from '#contract/name.ts';
import { joined, NOTHING_MORE, type Sentence, type SentencePart, sentence } from '#sentences/sentence.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import type { Path } from './fault.ts';
import { createViolationSearch } from './find-violations.ts';

/** A fault is found as up to a dozen violations: one for each form that a label, say, may have. */
const MOST_VIOLATIONS = 1_000;

/** What does not fit at a place. */
type ShapeFault = { path: Path; message: Sentence };

/** When they are cut short there are more, and what has none of them may still have any shape. */
export type ShapeFaults = { faults: ShapeFault[]; isCutShort: boolean };

/** How a document is spoken of. */
export type Wording = {
  /** What the document as a whole is called, at the beginning of a sentence. */
  whole: Sentence;
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

const faultsAt = (place: string, violations: readonly Violation[], judged: Judged): ShapeFault[] => {
  const { wording } = judged;
  const path = pathOf(place);
  const member = path.findLast((step) => typeof step === 'string') ?? wording.whole;
  const value = valueAt(judged.root, path);
  const types = violations.flatMap(({ keyword, params }) =>
    keyword === 'type' ? [(params as { type: string }).type] : [],
  );
  if (types.length > 0) return [{ path, message: wrongType(member, types, value, wording) }];
  return violations.flatMap((violation) => {
    if (violation.keyword === 'boolean')
      return [{ path, message: unknownMember(member, violation.schemaPath, judged) }];
    if (violation.keyword !== 'required')
      return sayWhy(violation, member, value).map((message) => ({ path, message }));
    return violation.params.requiredProperties.map((name) => ({
      path: [...path, name],
      message: sentence`The member ${name} is missing.`,
    }));
  });
};

const OR = sentence` or `;
const A_LIST = sentence`a list`;

const TYPE_PHRASES: Readonly<Record<string, Sentence>> = {
  string: sentence`a text`,
  number: sentence`a number`,
  integer: sentence`a whole number`,
  boolean: sentence`true or false`,
  array: A_LIST,
  object: sentence`an object with members`,
  null: sentence`null`,
};

const wrongType = (
  member: SentencePart,
  types: readonly string[],
  value: unknown,
  { secrets = [] }: Wording,
): Sentence => {
  const wanted = joined(
    [...new Set(types)].map((type) => TYPE_PHRASES[type] ?? type),
    OR,
  );
  const isUnquoted = types.includes('string') && (typeof value === 'number' || typeof value === 'boolean');
  const isSecret = typeof member === 'string' && secrets.includes(member);
  const given = isSecret ? `a ${typeof value}` : shown(value);
  const advice = isUnquoted ? sentence` Put it in quotes.` : NOTHING_MORE;
  return sentence`${member} must be ${wanted}; ${given} was given.${advice}`;
};

/** What the patterns of the schemas ask for. */
const PATTERN_PHRASES: Readonly<Record<string, Sentence>> = {
  '^[A-Za-z0-9]{1,64}$': sentence`1 to 64 letters and digits, without accents`,
  '^[A-Za-z0-9_-]{1,64}$': sentence`1 to 64 letters, digits, hyphens and underscores, without accents`,
  '^[!-~]+$': sentence`printable ASCII without spaces`,
  '^[^@\\s]+@[^@\\s]+$': sentence`an e-mail address`,
  '^[A-Za-z][A-Za-z0-9_]*$': sentence`a letter and then letters, digits and underscores, without accents`,
};

const patternPhrase = (pattern: string) =>
  PATTERN_PHRASES[pattern] ?? sentence`a text that matches ${pattern}`;

const sayWhy = (violation: Violation, member: SentencePart, value: unknown): Sentence[] => {
  switch (violation.keyword) {
    case 'enum': {
      const allowed = violation.params.allowedValues.map(String);
      return [
        sentence`${member} must be one of ${allowed.join(', ')}; ${shown(value)} was given.${didYouMean(String(value), allowed)}`,
      ];
    }
    case 'pattern':
      if (violation.params.pattern === WITHOUT_BLANKS_AROUND) {
        return [
          sentence`${member} must have no blanks at its beginning and end; '${shown(value)}' was given.`,
        ];
      }
      return [
        sentence`${member} is ${shown(value)}; it must be ${patternPhrase(String(violation.params.pattern))}.`,
      ];
    case 'minLength':
      return violation.params.limit === 1
        ? [sentence`${member} must not be empty.`]
        : [sentence`${member} must have at least ${violation.params.limit} characters.`];
    case 'maxLength':
      return [
        sentence`${member} may have at most ${violation.params.limit} characters; ${[...String(value)].length} were given.`,
      ];
    case 'minItems':
      return [sentence`${member} must have at least ${violation.params.limit} entry.`];
    case 'maxItems':
      return [
        sentence`${member} may have at most ${violation.params.limit} entries; ${(value as unknown[]).length} were given.`,
      ];
    case 'minProperties':
      return [sentence`${member} has too few members: the limit is ${violation.params.limit}.`];
    case 'maxProperties':
      return [sentence`${member} has too many members: the limit is ${violation.params.limit}.`];
    case 'minimum':
    case 'maximum':
      return [
        sentence`${member} must be ${violation.params.comparison} ${String(violation.params.limit)}; ${shown(value)} was given.`,
      ];
    // Each is said already by violations of other keywords: the members that are too many, and the forms that fail.
    case 'additionalProperties':
    case 'anyOf':
      return [];
    default:
      return [sentence`${member} ${violation.message}.`];
  }
};

const didYouMean = (given: string, names: readonly string[]): Sentence => {
  const near = nearestName(given, names);
  return near === undefined ? NOTHING_MORE : sentence` Did you mean ${near}?`;
};

const unknownMember = (member: SentencePart, schemaPath: string, { schema }: Judged): Sentence => {
  const names = membersOf(schema, schemaPath);
  if (names.length === 0) return sentence`${member} is not possible here.`;
  const hint = typeof member === 'string' ? didYouMean(member, names) : NOTHING_MORE;
  return sentence`There is no member ${member} here.${hint === NOTHING_MORE ? sentence` There are ${names.join(', ')}.` : hint}`;
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

const shown = (value: unknown): SentencePart => {
  if (value === undefined || value === null) return TYPE_PHRASES.null!;
  if (Array.isArray(value)) return A_LIST;
  if (typeof value === 'object') return sentence`an object`;
  const text = String(value);
  const short = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  if (typeof value === 'number') return sentence`the number ${short}`;
  return typeof value === 'boolean' ? sentence`the boolean ${short}` : short;
};
