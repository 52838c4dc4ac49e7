import type { TSchema } from 'typebox';
import type { TLocalizedValidationError as Violation } from 'typebox/error';
import { TRIMMED_TEXT } from '#contract/name.ts';
import { countCharacters } from '#i18n/count-characters.ts';
import { didYouMean } from '#i18n/did-you-mean.ts';
import { EMPTY_SENTENCE, joinSentences, type Sentence, type SentencePart, sentence } from '#i18n/sentence.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import { finish, type Work } from '#workbook-engine/pausable-work.ts';
import { createViolationSearch } from './find-violations.ts';
import type { Path } from './issue.ts';

/** One error can cause up to a dozen violations, such as one for each allowed form of a label. */
const MAX_VIOLATIONS = 1_000;

/** A violation of the schema and its path. */
type ShapeIssue = { path: Path; message: Sentence };

/** If `isTruncated`, there are more violations, and parts of the document without a violation may be invalid too. */
export type ShapeIssues = { issues: ShapeIssue[]; isTruncated: boolean };

/** How messages refer to the document. */
export type Wording = {
  /** The name of the whole document, for the start of a sentence. */
  whole: Sentence;
  /** Members whose values must not appear in messages, which may be logged. */
  secrets?: readonly string[];
};

/** Creates a function that checks a document against its schema, and reports each violation with its path. */
export const createSchemaCheck = (schema: TSchema, wording: Wording) => {
  const checkInSteps = createSchemaCheckInSteps(schema, wording);
  return (value: unknown): ShapeIssues => finish(checkInSteps(value));
};

/** Like `createSchemaCheck`, with pauses: a workbook with a thousand violations takes 0.1 seconds. */
export const createSchemaCheckInSteps = (schema: TSchema, wording: Wording) => {
  const findViolations = createViolationSearch(schema, { max: MAX_VIOLATIONS + 1 });

  return function* (value: unknown): Work<ShapeIssues> {
    const violations = yield* findViolations(value);
    const byPointer = Map.groupBy(violations, ({ instancePath }) => instancePath);
    const issues: ShapeIssue[] = [];
    for (const [pointer, violationsAt] of byPointer) {
      const helpful = selectHelpful(pointer, violationsAt, byPointer);
      issues.push(...issuesAt(pointer, helpful, { root: value, schema, wording }));
      yield;
    }
    return { issues, isTruncated: violations.length > MAX_VIOLATIONS };
  };
};

/**
 * A value with several allowed forms violates each of them, and the union. Violations inside the value are the most helpful ones;
 * the wrong type for one of the forms is the least helpful.
 */
const selectHelpful = (
  pointer: string,
  violations: readonly Violation[],
  byPointer: ReadonlyMap<string, unknown>,
) => {
  if (!violations.some(({ keyword }) => keyword === 'anyOf')) return violations;
  const inForms = violations.filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'type');
  const hasNestedViolations = [...byPointer.keys()].some((other) => other.startsWith(`${pointer}/`));
  return inForms.length > 0 || hasNestedViolations ? inForms : violations;
};

type CheckContext = { root: unknown; schema: TSchema; wording: Wording };

const issuesAt = (pointer: string, violations: readonly Violation[], context: CheckContext): ShapeIssue[] => {
  const { wording } = context;
  const path = pathOf(pointer);
  const member = path.findLast((step) => typeof step === 'string') ?? wording.whole;
  const value = valueAt(context.root, path);
  const types = violations.flatMap(({ keyword, params }) =>
    keyword === 'type' ? [(params as { type: string }).type] : [],
  );
  if (types.length > 0) return [{ path, message: wrongType(member, types, value, wording) }];
  return violations.flatMap((violation) => {
    if (violation.keyword === 'boolean')
      return [{ path, message: unknownMember(member, violation.schemaPath, context) }];
    if (violation.keyword !== 'required')
      return describeViolation(violation, member, value).map((message) => ({ path, message }));
    return violation.params.requiredProperties.map((name) => ({
      path: [...path, name],
      message: sentence`The member ${name} is required.`,
    }));
  });
};

const OR = sentence` or `;
const A_LIST = sentence`a list`;

const TYPE_PHRASES: Readonly<Record<string, Sentence>> = {
  string: sentence`a string`,
  number: sentence`a number`,
  integer: sentence`a whole number`,
  boolean: sentence`true or false`,
  array: A_LIST,
  object: sentence`an object`,
  null: sentence`null`,
};

const phraseOf = (type: string): SentencePart => TYPE_PHRASES[type] ?? type;

const wrongType = (
  member: SentencePart,
  types: readonly string[],
  value: unknown,
  { secrets = [] }: Wording,
): Sentence => {
  const expected = joinSentences([...new Set(types)].map(phraseOf), OR);
  const isUnquoted = types.includes('string') && (typeof value === 'number' || typeof value === 'boolean');
  const isSecret = typeof member === 'string' && secrets.includes(member);
  const actual = isSecret ? phraseOf(typeof value) : describe(value);
  const advice = isUnquoted ? sentence` Put it in quotes.` : EMPTY_SENTENCE;
  return mustBe(member, expected, actual, advice);
};

const mustBe = (
  member: SentencePart,
  expected: Sentence,
  actual: SentencePart,
  advice: Sentence = EMPTY_SENTENCE,
): Sentence => sentence`${member} must be ${expected}; ${actual} was given.${advice}`;

/** Descriptions of the patterns in the schemas. */
const PATTERN_PHRASES: Readonly<Record<string, Sentence>> = {
  '^[A-Za-z0-9]{1,64}$': sentence`1 to 64 letters and digits, without accents`,
  '^[A-Za-z0-9_-]{1,64}$': sentence`1 to 64 letters, digits, hyphens and underscores, without accents`,
  '^[!-~]+$': sentence`printable ASCII without spaces`,
  '^[^@\\s]+@[^@\\s]+$': sentence`an email address`,
  '^[A-Za-z][A-Za-z0-9_]*$': sentence`a letter and then letters, digits and underscores, without accents`,
};

const patternPhrase = (pattern: string) =>
  PATTERN_PHRASES[pattern] ?? sentence`a string that matches ${pattern}`;

const describeViolation = (violation: Violation, member: SentencePart, value: unknown): Sentence[] => {
  switch (violation.keyword) {
    case 'enum': {
      const allowed = violation.params.allowedValues.map(String);
      return [
        sentence`${member} must be one of ${allowed.join(', ')}; ${describe(value)} was given.${didYouMean(nearestName(String(value), allowed))}`,
      ];
    }
    case 'pattern':
      if (violation.params.pattern === TRIMMED_TEXT) {
        return [sentence`${member} must not start or end with spaces; '${describe(value)}' was given.`];
      }
      return [
        sentence`${member} is ${describe(value)}; it must be ${patternPhrase(String(violation.params.pattern))}.`,
      ];
    case 'minLength':
      return violation.params.limit === 1
        ? [sentence`${member} must not be empty.`]
        : [sentence`${member} must have at least ${violation.params.limit} characters.`];
    case 'maxLength':
      return [
        sentence`${member} may have at most ${violation.params.limit} characters; ${countCharacters(String(value))} were given.`,
      ];
    case 'minItems':
    case 'minProperties':
      return violation.params.limit === 1
        ? [sentence`${member} must not be empty.`]
        : [sentence`${member} must have at least ${violation.params.limit} entries.`];
    case 'maxItems':
    case 'maxProperties':
      return [
        sentence`${member} may have at most ${violation.params.limit} entries; ${Object.keys(value as object).length} were given.`,
      ];
    case 'minimum':
      return [mustBe(member, sentence`at least ${String(violation.params.limit)}`, describe(value))];
    case 'maximum':
      return [mustBe(member, sentence`at most ${String(violation.params.limit)}`, describe(value))];
    // Other violations report the unknown members, and the forms that do not match.
    case 'additionalProperties':
    case 'anyOf':
      return [];
    default:
      return [sentence`${member} ${violation.message}.`];
  }
};

const unknownMember = (member: SentencePart, schemaPath: string, { schema }: CheckContext): Sentence => {
  const names = membersOf(schema, schemaPath);
  if (names.length === 0) return sentence`${member} is not allowed here.`;
  const nearest = typeof member === 'string' ? nearestName(member, names) : undefined;
  return sentence`There is no field ${member} here.${nearest === undefined ? sentence` Known fields: ${names.join(', ')}.` : didYouMean(nearest)}`;
};

/** The known members of the schema in which `schemaPath` (`#/…/additionalProperties`) found an unknown one. */
const membersOf = (schema: TSchema, schemaPath: string): string[] => {
  const steps = schemaPath.split('/').slice(1, -1);
  const object = steps.reduce<unknown>((part, step) => (part as Record<string, unknown>)?.[step], schema);
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

const describe = (value: unknown): SentencePart => {
  if (value === undefined || value === null) return TYPE_PHRASES.null!;
  if (Array.isArray(value)) return A_LIST;
  if (typeof value === 'object') return sentence`an object`;
  const text = String(value);
  const shortened = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  if (typeof value === 'number') return sentence`the number ${shortened}`;
  return typeof value === 'boolean' ? sentence`the boolean ${shortened}` : shortened;
};
