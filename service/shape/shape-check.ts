import type { TSchema } from 'typebox';
import type { TLocalizedValidationError as Violation } from 'typebox/error';
import { TRIMMED_PATTERN } from '#contract/name.ts';
import { countCharacters } from '#i18n/count-characters.ts';
import { didYouMean } from '#i18n/did-you-mean.ts';
import { EMPTY_MESSAGE, joinMessages, type Message, type MessageValue, msg } from '#i18n/message.ts';
import { findNearestName } from '#spelling/nearest-name.ts';
import { finish, type Work } from '#workbook-engine/pausable-work.ts';
import { createViolationSearch } from './find-violations.ts';
import type { Path } from './issue.ts';

/** A single mistake can cause up to a dozen violations, such as one per allowed form of a label. */
const MAX_VIOLATIONS = 1_000;

type ShapeIssue = { path: Path; message: Message };

/** If `isTruncated` is true, parts without issues may have violations too. */
type ShapeIssues = { issues: ShapeIssue[]; isTruncated: boolean };

type Wording = {
  /** The document's name, capitalised as at the start of a sentence. */
  documentName: Message;
  /** Fields whose values must not appear in messages, which may be logged. */
  secretFields?: readonly string[];
};

export const createSchemaCheck = (schema: TSchema, wording: Wording) => {
  const checkInSteps = createSchemaCheckInSteps(schema, wording);
  return (value: unknown): ShapeIssues => finish(checkInSteps(value));
};

/** Describing a thousand violations in a workbook takes 0.1 seconds. */
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

/** In a union, violations inside the value are the most helpful, and a wrong type is the least helpful. */
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
      message: msg`The field ${name} is required.`,
    }));
  });
};

const OR = msg` or `;
const A_LIST = msg`a list`;

const TYPE_PHRASES: Readonly<Record<string, Message>> = {
  string: msg`a string`,
  number: msg`a number`,
  integer: msg`a whole number`,
  boolean: msg`true or false`,
  array: A_LIST,
  object: msg`an object`,
  null: msg`null`,
};

const describeType = (type: string): MessageValue => TYPE_PHRASES[type] ?? type;

const wrongType = (
  field: MessageValue,
  types: readonly string[],
  value: unknown,
  { secretFields = [] }: Wording,
): Message => {
  const expected = joinMessages([...new Set(types)].map(describeType), OR);
  const isUnquoted = types.includes('string') && (typeof value === 'number' || typeof value === 'boolean');
  const isSecret = typeof field === 'string' && secretFields.includes(field);
  const actual = isSecret ? describeType(typeof value) : describe(value);
  const advice = isUnquoted ? msg` Put it in quotes.` : EMPTY_MESSAGE;
  return mustBe(field, expected, actual, advice);
};

const mustBe = (
  field: MessageValue,
  expected: Message,
  actual: MessageValue,
  advice: Message = EMPTY_MESSAGE,
): Message => msg`${field} must be ${expected}; ${actual} was given.${advice}`;

const PATTERN_PHRASES: Readonly<Record<string, Message>> = {
  '^[A-Za-z0-9]{1,64}$': msg`1 to 64 letters and digits, without accents`,
  '^[A-Za-z0-9_-]{1,64}$': msg`1 to 64 letters, digits, hyphens and underscores, without accents`,
  '^[!-~]+$': msg`printable ASCII without spaces`,
  '^[^@\\s]+@[^@\\s]+$': msg`an email address`,
  '^[A-Za-z][A-Za-z0-9_]*$': msg`a letter and then letters, digits and underscores, without accents`,
};

const describePattern = (pattern: string) =>
  PATTERN_PHRASES[pattern] ?? msg`a string that matches ${pattern}`;

const describeViolation = (violation: Violation, field: MessageValue, value: unknown): Message[] => {
  switch (violation.keyword) {
    case 'enum': {
      const allowed = violation.params.allowedValues.map(String);
      return [
        msg`${field} must be one of ${allowed.join(', ')}; ${describe(value)} was given.${didYouMean(findNearestName(String(value), allowed))}`,
      ];
    }
    case 'pattern':
      if (violation.params.pattern === TRIMMED_PATTERN) {
        return [msg`${field} must not start or end with spaces; '${describe(value)}' was given.`];
      }
      return [
        msg`${field} is ${describe(value)}; it must be ${describePattern(String(violation.params.pattern))}.`,
      ];
    case 'minLength':
      return violation.params.limit === 1
        ? [msg`${field} must not be empty.`]
        : [msg`${field} must have at least ${violation.params.limit} characters.`];
    case 'maxLength':
      return [
        msg`${field} may have at most ${violation.params.limit} characters; ${countCharacters(String(value))} were given.`,
      ];
    case 'minItems':
    case 'minProperties':
      return violation.params.limit === 1
        ? [msg`${field} must not be empty.`]
        : [msg`${field} must have at least ${violation.params.limit} entries.`];
    case 'maxItems':
    case 'maxProperties':
      return [
        msg`${field} may have at most ${violation.params.limit} entries; ${Object.keys(value as object).length} were given.`,
      ];
    case 'minimum':
      return [mustBe(field, msg`at least ${String(violation.params.limit)}`, describe(value))];
    case 'maximum':
      return [mustBe(field, msg`at most ${String(violation.params.limit)}`, describe(value))];
    // Other violations already report unknown fields, and why no member of a union matches.
    case 'additionalProperties':
    case 'anyOf':
      return [];
    default:
      return [msg`${field} ${violation.message}.`];
  }
};

const unknownField = (field: MessageValue, schemaPath: string, { schema }: CheckContext): Message => {
  const names = listFields(schema, schemaPath);
  if (names.length === 0) return msg`${field} is not allowed here.`;
  const nearest = typeof field === 'string' ? findNearestName(field, names) : undefined;
  return msg`There is no field ${field} here.${nearest === undefined ? msg` Known fields: ${names.join(', ')}.` : didYouMean(nearest)}`;
};

/** `schemaPath` points to the object schema's `additionalProperties`. */
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

const describe = (value: unknown): MessageValue => {
  if (value === undefined || value === null) return TYPE_PHRASES.null!;
  if (Array.isArray(value)) return A_LIST;
  if (typeof value === 'object') return msg`an object`;
  const text = String(value);
  const shortened = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  if (typeof value === 'number') return msg`the number ${shortened}`;
  return typeof value === 'boolean' ? msg`the boolean ${shortened}` : shortened;
};
