import type { FastifyRequest } from 'fastify';
import { limits } from '#contract/limits.ts';
import { TRIMMED_PATTERN } from '#contract/name.ts';
import { countCharacters } from '#i18n/count-characters.ts';
import { describeValue } from '#i18n/describe-value.ts';
import { EMPTY_MESSAGE, joinMessages, type Message, msg, verbatim } from '#i18n/message.ts';
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

/** Creates one message per field, with the invalid value and what was expected (decision W9). */
export const toFieldProblems = (violations: readonly SchemaViolation[]): FieldProblem[] => {
  const byField = Map.groupBy(violations, formatField);
  const containers = findContainers(violations);
  // A violation inside a value makes the enclosing union's violation redundant.
  const reportedFields = [...byField].filter(
    ([, group]) =>
      !group.some(({ keyword, instancePath }) => keyword === 'anyOf' && containers.has(instancePath)),
  );
  const problems = reportedFields.map(([field, group]) => ({
    message: describeViolation(pickMostSpecific(group), field),
    members: [field],
  }));
  return violations.length > limits.violations ? [...problems, MORE_PROBLEMS] : problems;
};

const findContainers = (violations: readonly SchemaViolation[]): ReadonlySet<string> => {
  const containers = new Set<string>();
  const getParentPath = (path: string) => path.slice(0, path.lastIndexOf('/'));
  for (const { keyword, instancePath } of violations) {
    // For these keywords, Ajv reports the path of the object, not the property.
    const isInParent = keyword === 'required' || keyword === 'additionalProperties';
    let path = isInParent ? instancePath : getParentPath(instancePath);
    for (; path !== '' && !containers.has(path); path = getParentPath(path)) containers.add(path);
  }
  return containers;
};

/** For a union, Ajv also reports the violations of each branch. A wrong type or constant is the least specific. */
const pickMostSpecific = (violations: readonly SchemaViolation[]): SchemaViolation =>
  violations.find(({ keyword }) => !['type', 'const', 'anyOf'].includes(keyword)) ??
  violations.find(({ keyword }) => keyword === 'anyOf') ??
  violations[0]!;

/** For routes that report schema violations themselves (`attachValidation`). */
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

const describeViolation = (violation: SchemaViolation, field: string): Message => {
  const { keyword, params, data } = violation;
  const limit = Number(params.limit);
  const actual = msg`${describeValue(data)} was given.`;
  switch (keyword) {
    case 'required':
      return describeRequired(field);
    case 'type':
      return msg`The field '${field}' must be ${describeType(params.type)}; ${actual}`;
    case 'anyOf':
      return msg`The field '${field}' must be ${describeBranches(violation)}; ${actual}${suggestBranch(violation)}`;
    case 'minLength':
      return limit === 1
        ? describeRequired(field)
        : msg`The field '${field}' must have at least ${limit} characters.`;
    case 'maxLength':
      return msg`The field '${field}' may have at most ${limit} characters; ${countCharacters(String(data))} were given.`;
    case 'minItems':
      return msg`The field '${field}' must have at least ${formatElementCount(limit)}.`;
    case 'maxItems':
      return msg`The field '${field}' may have at most ${formatElementCount(limit)}; ${(data as unknown[]).length} were given.`;
    case 'minimum':
      return msg`The field '${field}' must be ${msg`at least ${limit}`}; ${actual}`;
    case 'maximum':
      return msg`The field '${field}' must be ${msg`at most ${limit}`}; ${actual}`;
    case 'additionalProperties':
      return msg`The field '${field}' is unknown.${suggestName(violation)}`;
    case 'enum':
      return msg`The field '${field}' must be one of ${(params.allowedValues as unknown[]).map(String).join(', ')}; ${actual}`;
    case 'format':
      return msg`The field '${field}' must be ${describeFormat(String(params.format))}; ${actual}`;
    case 'minProperties':
      return msg`The field '${field}' must have at least ${limit === 1 ? msg`1 field` : msg`${limit} fields`}.`;
    case 'pattern':
      return params.pattern === TRIMMED_PATTERN
        ? msg`The field '${field}' must not start or end with spaces; ${actual}`
        : msg`The field '${field}' must be ${readDescription(violation)}; ${actual}`;
    case 'maxProperties':
      return msg`The object '${field}' may have at most ${limit} fields.`;
    case 'uniqueItems':
      return msg`The field '${field}' must not contain duplicates: the elements ${Number(params.j)} and ${Number(params.i)} are identical.`;
    case 'const':
      return msg`The field '${field}' must be ${JSON.stringify(params.allowedValue)}; ${actual}`;
    default:
      return msg`The field '${field}' ${verbatim(violation.message ?? 'is not valid')}.`;
  }
};

const describeRequired = (field: string) => msg`The ${field} field is required.`;

const formatElementCount = (count: number) => (count === 1 ? msg`1 element` : msg`${count} elements`);

/** After the first sentence or semicolon, a schema's description covers the effect or the default. */
const readDescription = ({ parentSchema }: SchemaViolation): Message => {
  const [text = ''] = String(parentSchema?.description).split(/; |\. /, 1);
  // Abbreviations such as "ID" keep their case.
  const phrase = verbatim(text.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()));
  const example = parentSchema?.examples?.[0];
  return example === undefined ? phrase : msg`${phrase}, such as ${String(example)}`;
};

const suggestName = ({ params, parentSchema }: SchemaViolation): Message => {
  const name = String(params.additionalProperty).slice(0, MAX_NAME_LENGTH);
  const knownFields = Object.keys(parentSchema?.properties ?? {});
  const nearestField = findNearestName(name, knownFields);
  if (nearestField !== undefined) return didYouMean(nearestField);
  return knownFields.length === 0 || knownFields.length > MAX_LISTED_NAMES
    ? EMPTY_MESSAGE
    : msg` Known fields: ${knownFields.join(', ')}.`;
};

/** Longer lists are left to the API reference. */
const MAX_LISTED_NAMES = 24;

/** No documented name is longer than this. */
const MAX_NAME_LENGTH = 64;

const describeBranches = (violation: SchemaViolation): Message => {
  const { schema, data, parentSchema } = violation;
  const options = schema as Branch[];
  if (options.length > MAX_LISTED_NAMES && parentSchema?.description !== undefined)
    return readDescription(violation);
  const limit = options.find(({ type }) => type === typeof data)?.maxLength;
  if (limit !== undefined) return msg`a string of at most ${limit} characters`;
  return joinMessages(
    options.map((option) => ('const' in option ? String(option.const) : describeType(option.type))),
    OR,
  );
};

type Branch = { type?: string; const?: unknown; maxLength?: number };

const suggestBranch = ({ schema, data }: SchemaViolation): Message => {
  if (typeof data !== 'string') return EMPTY_MESSAGE;
  const values = (schema as Branch[]).flatMap(({ const: value }) =>
    typeof value === 'string' ? [value] : [],
  );
  return didYouMean(findNearestName(data.slice(0, MAX_NAME_LENGTH), values));
};

const OR = msg` or `;

const TYPE_PHRASES: Readonly<Record<string, Message>> = {
  string: msg`a string`,
  number: msg`a number`,
  integer: msg`a whole number`,
  boolean: msg`true or false`,
  array: msg`an array`,
  object: msg`an object`,
  null: msg`null`,
};

const describeType = (type: unknown): Message =>
  joinMessages(
    [type].flat().map((name) => TYPE_PHRASES[String(name)] ?? String(name)),
    OR,
  );

const FORMAT_PHRASES: Readonly<Record<string, Message>> = {
  uuid: msg`a UUID`,
  date: msg`a date, such as 2026-03-01`,
  'date-time': msg`a date and time with a time zone, such as 2026-03-01T09:30:00Z`,
};

const describeFormat = (format: string): Message => FORMAT_PHRASES[format] ?? verbatim(format);
