import type { TSchema } from 'typebox';
import type { TLocalizedValidationError as Violation } from 'typebox/error';
import { TRIMMED_PATTERN } from '#contract/name.ts';
import { countCharacters } from '#i18n/count-characters.ts';
import { didYouMean } from '#i18n/did-you-mean.ts';
import { EMPTY_SENTENCE, joinSentences, type Sentence, type SentencePart, sentence } from '#i18n/sentence.ts';
import { findNearestName } from '#spelling/nearest-name.ts';
import { finish, type Work } from '#workbook-engine/pausable-work.ts';
import { createViolationSearch } from './find-violations.ts';
import type { Path } from './issue.ts';

/** A single error can cause up to a dozen violations, for example one for each allowed form of a label. */
const MAX_VIOLATIONS = 1_000;

type ShapeIssue = { path: Path; message: Sentence };

/**
 * If `isTruncated` is true, there are more violations than `issues` contains, possibly also in parts of the
 * document without any issue.
 */
export type ShapeIssues = { issues: ShapeIssue[]; isTruncated: boolean };

export type Wording = {
  /** The name of the whole document, in the form for the start of a sentence. */
  documentName: Sentence;
  /** Fields whose values must not appear in messages, because messages may be logged. */
  secretFields?: readonly string[];
};

export const createSchemaCheck = (schema: TSchema, wording: Wording) => {
  const checkInSteps = createSchemaCheckInSteps(schema, wording);
  return (value: unknown): ShapeIssues => finish(checkInSteps(value));
};

/** Creates a check that can pause, because describing a thousand violations in a workbook takes 0.1 seconds. */
export const createSchemaCheckInSteps = (schema: TSchema, wording: Wording) => {
  const findViolations = createViolationSearch(schema, { max: MAX_VIOLATIONS + 1 });

  return function* (value: unknown): Work<ShapeIssues> {
    const violations = yield* findViolations(value);
    const byPointer = Map.groupBy(violations, ({ instancePath }) => instancePath);
    const issues: ShapeIssue[] = [];
    for (const [pointer, valueViolations] of byPointer) {
      const helpfulViolations = selectHelpfulViolations(pointer, valueViolations, byPointer);
      issues.push(...describeViolations(pointer, helpfulViolations, { root: value, schema, wording }));
      yield;
    }
    return { issues, isTruncated: violations.length > MAX_VIOLATIONS };
  };
};

/**
 * Selects the most helpful violations of a union and its members: violations inside the value are the most
 * helpful, and a wrong type is the least helpful.
 */
const selectHelpfulViolations = (
  pointer: string,
  violations: readonly Violation[],
  byPointer: ReadonlyMap<string, unknown>,
) => {
  if (!violations.some(({ keyword }) => keyword === 'anyOf')) return violations;
  const memberViolations = violations.filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'type');
  const hasNestedViolations = [...byPointer.keys()].some((other) => other.startsWith(`${pointer}/`));
  return memberViolations.length > 0 || hasNestedViolations ? memberViolations : violations;
};

type CheckContext = { root: unknown; schema: TSchema; wording: Wording };

const describeViolations = (
  pointer: string,
  violations: readonly Violation[],
  context: CheckContext,
): ShapeIssue[] => {
  const { wording } = context;
  const path = parsePointer(pointer);
  const field = path.findLast((step) => typeof step === 'string') ?? wording.documentName;
  const value = findValue(context.root, path);
  const types = violations.flatMap(({ keyword, params }) =>
    keyword === 'type' ? [(params as { type: string }).type] : [],
  );
  if (types.length > 0) return [{ path, message: wrongType(field, types, value, wording) }];
  return violations.flatMap((violation) => {
    if (violation.keyword === 'boolean')
      return [{ path, message: unknownField(field, violation.schemaPath, context) }];
    if (violation.keyword !== 'required')
      return describeViolation(violation, field, value).map((message) => ({ path, message }));
    return violation.params.requiredProperties.map((name) => ({
      path: [...path, name],
      message: sentence`The field ${name} is required.`,
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

const describeType = (type: string): SentencePart => TYPE_PHRASES[type] ?? type;

const wrongType = (
  field: SentencePart,
  types: readonly string[],
  value: unknown,
  { secretFields = [] }: Wording,
): Sentence => {
  const expected = joinSentences([...new Set(types)].map(describeType), OR);
  const isUnquoted = types.includes('string') && (typeof value === 'number' || typeof value === 'boolean');
  const isSecret = typeof field === 'string' && secretFields.includes(field);
  const actual = isSecret ? describeType(typeof value) : describe(value);
  const advice = isUnquoted ? sentence` Put it in quotes.` : EMPTY_SENTENCE;
  return mustBe(field, expected, actual, advice);
};

const mustBe = (
  field: SentencePart,
  expected: Sentence,
  actual: SentencePart,
  advice: Sentence = EMPTY_SENTENCE,
): Sentence => sentence`${field} must be ${expected}; ${actual} was given.${advice}`;

const PATTERN_PHRASES: Readonly<Record<string, Sentence>> = {
  '^[A-Za-z0-9]{1,64}$': sentence`1 to 64 letters and digits, without accents`,
  '^[A-Za-z0-9_-]{1,64}$': sentence`1 to 64 letters, digits, hyphens and underscores, without accents`,
  '^[!-~]+$': sentence`printable ASCII without spaces`,
  '^[^@\\s]+@[^@\\s]+$': sentence`an email address`,
  '^[A-Za-z][A-Za-z0-9_]*$': sentence`a letter and then letters, digits and underscores, without accents`,
};

const describePattern = (pattern: string) =>
  PATTERN_PHRASES[pattern] ?? sentence`a string that matches ${pattern}`;

const describeViolation = (violation: Violation, field: SentencePart, value: unknown): Sentence[] => {
  switch (violation.keyword) {
    case 'enum': {
      const allowed = violation.params.allowedValues.map(String);
      return [
        sentence`${field} must be one of ${allowed.join(', ')}; ${describe(value)} was given.${didYouMean(findNearestName(String(value), allowed))}`,
      ];
    }
    case 'pattern':
      if (violation.params.pattern === TRIMMED_PATTERN) {
        return [sentence`${field} must not start or end with spaces; '${describe(value)}' was given.`];
      }
      return [
        sentence`${field} is ${describe(value)}; it must be ${describePattern(String(violation.params.pattern))}.`,
      ];
    case 'minLength':
      return violation.params.limit === 1
        ? [sentence`${field} must not be empty.`]
        : [sentence`${field} must have at least ${violation.params.limit} characters.`];
    case 'maxLength':
      return [
        sentence`${field} may have at most ${violation.params.limit} characters; ${countCharacters(String(value))} were given.`,
      ];
    case 'minItems':
    case 'minProperties':
      return violation.params.limit === 1
        ? [sentence`${field} must not be empty.`]
        : [sentence`${field} must have at least ${violation.params.limit} entries.`];
    case 'maxItems':
    case 'maxProperties':
      return [
        sentence`${field} may have at most ${violation.params.limit} entries; ${Object.keys(value as object).length} were given.`,
      ];
    case 'minimum':
      return [mustBe(field, sentence`at least ${String(violation.params.limit)}`, describe(value))];
    case 'maximum':
      return [mustBe(field, sentence`at most ${String(violation.params.limit)}`, describe(value))];
    // Other violations report unknown fields, and why no member of a union matches.
    case 'additionalProperties':
    case 'anyOf':
      return [];
    default:
      return [sentence`${field} ${violation.message}.`];
  }
};

const unknownField = (field: SentencePart, schemaPath: string, { schema }: CheckContext): Sentence => {
  const names = listFields(schema, schemaPath);
  if (names.length === 0) return sentence`${field} is not allowed here.`;
  const nearest = typeof field === 'string' ? findNearestName(field, names) : undefined;
  return sentence`There is no field ${field} here.${nearest === undefined ? sentence` Known fields: ${names.join(', ')}.` : didYouMean(nearest)}`;
};

/** Lists the known fields of the object schema whose `additionalProperties` is at `schemaPath`. */
const listFields = (schema: TSchema, schemaPath: string): string[] => {
  const steps = schemaPath.split('/').slice(1, -1);
  const object = steps.reduce<unknown>((part, step) => (part as Record<string, unknown>)?.[step], schema);
  return Object.keys((object as { properties?: object } | undefined)?.properties ?? {});
};

const parsePointer = (pointer: string): Path =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~')));

const findValue = (root: unknown, path: Path): unknown =>
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
