import type { FastifyRequest } from 'fastify';
import { limits } from '#contract/limits.ts';
import { TRIMMED_PATTERN } from '#contract/name.ts';
import { countCharacters } from '#i18n/count-characters.ts';
import { describeValue } from '#i18n/describe-value.ts';
import { EMPTY_SENTENCE, joinSentences, type Sentence, sentence, verbatim } from '#i18n/sentence.ts';
import { didYouMean, type FieldProblem, MORE_PROBLEMS } from '#service/problem.ts';
import { findNearestName } from '#spelling/nearest-name.ts';
import { formatFieldPath } from './field-path.ts';

/** A schema violation as reported by Ajv, including the invalid value (option `verbose`). */
export type SchemaViolation = {
  keyword: string;
  instancePath: string;
  params: Record<string, unknown>;
  message?: string;
  data?: unknown;
  /** The value of the violated keyword in the schema. For a union, these are its branches. */
  schema?: unknown;
  parentSchema?: { description?: string; examples?: readonly unknown[]; properties?: object };
};

/**
 * Describes schema violations with one message per field, which contains the invalid value and says what was
 * expected (decision W9).
 */
export const toFieldProblems = (violations: readonly SchemaViolation[]): FieldProblem[] => {
  const byField = Map.groupBy(violations, formatField);
  const containers = findContainers(violations);
  // A violation inside a value makes the violation of the union around it redundant.
  const reported = [...byField].filter(
    ([, group]) =>
      !group.some(({ keyword, instancePath }) => keyword === 'anyOf' && containers.has(instancePath)),
  );
  const problems = reported.map(([field, group]) => ({
    message: describeViolation(pickMostSpecific(group), field),
    members: [field],
  }));
  return violations.length > limits.violations ? [...problems, MORE_PROBLEMS] : problems;
};

/** Returns the paths of all objects and arrays that contain a violation. */
const findContainers = (violations: readonly SchemaViolation[]): ReadonlySet<string> => {
  const containers = new Set<string>();
  const getParentPath = (path: string) => path.slice(0, path.lastIndexOf('/'));
  for (const { keyword, instancePath } of violations) {
    // For these keywords, Ajv gives the path of the object instead of that of the property.
    const isInParent = keyword === 'required' || keyword === 'additionalProperties';
    let path = isInParent ? instancePath : getParentPath(instancePath);
    for (; path !== '' && !containers.has(path); path = getParentPath(path)) containers.add(path);
  }
  return containers;
};

/**
 * Picks the violation to report. For a union, Ajv also reports the violations of each branch, of which a
 * wrong type or constant is the least specific.
 */
const pickMostSpecific = (violations: readonly SchemaViolation[]): SchemaViolation =>
  violations.find(({ keyword }) => !['type', 'const', 'anyOf'].includes(keyword)) ??
  violations.find(({ keyword }) => keyword === 'anyOf') ??
  violations[0]!;

/** Lists the schema violations in a request to a route that reports them itself (`attachValidation`). */
export const listSchemaIssues = (request: FastifyRequest): FieldProblem[] =>
  toFieldProblems((request.validationError?.validation ?? []) as SchemaViolation[]);

const formatField = ({ keyword, instancePath, params }: SchemaViolation): string => {
  const steps = instancePath.split('/').slice(1).map(unescapePointer);
  if (keyword === 'required') steps.push(String(params.missingProperty));
  if (keyword === 'additionalProperties') steps.push(String(params.additionalProperty));
  const path = formatFieldPath(steps.map((step) => (/^\d{1,9}$/.test(step) ? Number(step) : step)));
  return path === '' ? 'input' : path;
};

const unescapePointer = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~');

const describeViolation = (violation: SchemaViolation, field: string): Sentence => {
  const { keyword, params, data } = violation;
  const limit = Number(params.limit);
  const actual = sentence`${describeValue(data)} was given.`;
  switch (keyword) {
    case 'required':
      return describeRequired(field);
    case 'type':
      return sentence`The field '${field}' must be ${describeType(params.type)}; ${actual}`;
    case 'anyOf':
      return sentence`The field '${field}' must be ${describeBranches(violation)}; ${actual}${suggestBranch(violation)}`;
    case 'minLength':
      return limit === 1
        ? describeRequired(field)
        : sentence`The field '${field}' must have at least ${limit} characters.`;
    case 'maxLength':
      return sentence`The field '${field}' may have at most ${limit} characters; ${countCharacters(String(data))} were given.`;
    case 'minItems':
      return sentence`The field '${field}' must have at least ${formatElementCount(limit)}.`;
    case 'maxItems':
      return sentence`The field '${field}' may have at most ${formatElementCount(limit)}; ${(data as unknown[]).length} were given.`;
    case 'minimum':
      return sentence`The field '${field}' must be ${sentence`at least ${limit}`}; ${actual}`;
    case 'maximum':
      return sentence`The field '${field}' must be ${sentence`at most ${limit}`}; ${actual}`;
    case 'additionalProperties':
      return sentence`The field '${field}' is unknown.${suggestName(violation)}`;
    case 'enum':
      return sentence`The field '${field}' must be one of ${(params.allowedValues as unknown[]).map(String).join(', ')}; ${actual}`;
    case 'format':
      return sentence`The field '${field}' must be ${describeFormat(String(params.format))}; ${actual}`;
    case 'minProperties':
      return sentence`The field '${field}' must have at least ${limit === 1 ? sentence`1 field` : sentence`${limit} fields`}.`;
    case 'pattern':
      return params.pattern === TRIMMED_PATTERN
        ? sentence`The field '${field}' must not start or end with spaces; ${actual}`
        : sentence`The field '${field}' must be ${readDescription(violation)}; ${actual}`;
    case 'maxProperties':
      return sentence`The object '${field}' may have at most ${limit} fields.`;
    case 'uniqueItems':
      return sentence`The field '${field}' must not contain duplicates: the elements ${Number(params.j)} and ${Number(params.i)} are identical.`;
    case 'const':
      return sentence`The field '${field}' must be ${JSON.stringify(params.allowedValue)}; ${actual}`;
    default:
      return sentence`The field '${field}' ${verbatim(violation.message ?? 'is not valid')}.`;
  }
};

const describeRequired = (field: string) => sentence`The ${field} field is required.`;

const formatElementCount = (count: number) =>
  count === 1 ? sentence`1 element` : sentence`${count} elements`;

/**
 * Returns the first sentence of a schema's description, or its part before a semicolon, with the schema's example.
 * The rest of the description is about the effect or the default.
 */
const readDescription = ({ parentSchema }: SchemaViolation): Sentence => {
  const [text = ''] = String(parentSchema?.description).split(/; |\. /, 1);
  // Abbreviations such as "ID" keep their case.
  const phrase = verbatim(text.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()));
  const example = parentSchema?.examples?.[0];
  return example === undefined ? phrase : sentence`${phrase}, such as ${String(example)}`;
};

const suggestName = ({ params, parentSchema }: SchemaViolation): Sentence => {
  const name = String(params.additionalProperty).slice(0, MAX_NAME_LENGTH);
  const knownFields = Object.keys(parentSchema?.properties ?? {});
  const nearestField = findNearestName(name, knownFields);
  if (nearestField !== undefined) return didYouMean(nearestField);
  return knownFields.length === 0 || knownFields.length > MAX_LISTED_NAMES
    ? EMPTY_SENTENCE
    : sentence` Known fields: ${knownFields.join(', ')}.`;
};

/** Longer lists of names are left to the API reference. */
const MAX_LISTED_NAMES = 24;

/** No documented name is longer than this. */
const MAX_NAME_LENGTH = 64;

/** Describes the types or values that a union allows or, for a string that is too long, the maximum length. */
const describeBranches = (violation: SchemaViolation): Sentence => {
  const { schema, data, parentSchema } = violation;
  const options = schema as Branch[];
  if (options.length > MAX_LISTED_NAMES && parentSchema?.description !== undefined)
    return readDescription(violation);
  const limit = options.find(({ type }) => type === typeof data)?.maxLength;
  if (limit !== undefined) return sentence`a string of at most ${limit} characters`;
  return joinSentences(
    options.map((option) => ('const' in option ? String(option.const) : describeType(option.type))),
    OR,
  );
};

type Branch = { type?: string; const?: unknown; maxLength?: number };

const suggestBranch = ({ schema, data }: SchemaViolation): Sentence => {
  if (typeof data !== 'string') return EMPTY_SENTENCE;
  const values = (schema as Branch[]).flatMap(({ const: value }) =>
    typeof value === 'string' ? [value] : [],
  );
  return didYouMean(findNearestName(data.slice(0, MAX_NAME_LENGTH), values));
};

const OR = sentence` or `;

const TYPE_PHRASES: Readonly<Record<string, Sentence>> = {
  string: sentence`a string`,
  number: sentence`a number`,
  integer: sentence`a whole number`,
  boolean: sentence`true or false`,
  array: sentence`an array`,
  object: sentence`an object`,
  null: sentence`null`,
};

const describeType = (type: unknown): Sentence =>
  joinSentences(
    [type].flat().map((name) => TYPE_PHRASES[String(name)] ?? String(name)),
    OR,
  );

const FORMAT_PHRASES: Readonly<Record<string, Sentence>> = {
  uuid: sentence`a UUID`,
  date: sentence`a date, such as 2026-03-01`,
  'date-time': sentence`a date and time with a time zone, such as 2026-03-01T09:30:00Z`,
};

const describeFormat = (format: string): Sentence => FORMAT_PHRASES[format] ?? verbatim(format);
