import type { FastifyRequest } from 'fastify';
import { WITHOUT_BLANKS_AROUND } from '#contract/name.ts';
import type { FieldProblem } from '#service/problem.ts';
import { nearestName } from '#spelling/nearest-name.ts';

/** What Ajv says of one violation (option `verbose`, so that the given value can be named). */
export type SchemaViolation = {
  keyword: string;
  instancePath: string;
  params: Record<string, unknown>;
  message?: string;
  data?: unknown;
  /** What the violated keyword says: of a union, its branches. */
  schema?: unknown;
  /** The schema whose keyword is violated. */
  parentSchema?: { description?: string; properties?: object };
};

/**
 * Turns Ajv's violations into sentences that name the field, the value and what would be right, one per field
 * (decision W9).
 */
export const fieldProblems = (violations: readonly SchemaViolation[]): FieldProblem[] => {
  const byMember = Map.groupBy(violations, memberOf);
  const holders = holdersOf(violations);
  // That a union does not fit as a whole says nothing beside what does not fit inside it.
  const told = [...byMember].filter(
    ([, ofMember]) =>
      !ofMember.some(({ keyword, instancePath }) => keyword === 'anyOf' && holders.has(instancePath)),
  );
  const faults = told.slice(0, MOST_TOLD).map(([member, ofMember]) => ({
    message: sentence(mostTelling(ofMember), member),
    members: [member],
  }));
  const untold = told.length - faults.length;
  return untold === 0 ? faults : [...faults, { message: `There are ${untold} faults more.`, members: [] }];
};

/** Whoever mends a hundred sees the next; telling sixty thousand took a second, in which nobody else was served. */
const MOST_TOLD = 100;

/** The paths of all values inside which something does not fit. */
const holdersOf = (violations: readonly SchemaViolation[]): ReadonlySet<string> => {
  const holders = new Set<string>();
  const outwards = (path: string) => path.slice(0, path.lastIndexOf('/'));
  for (const { keyword, instancePath } of violations) {
    const isOfMember = keyword === 'required' || keyword === 'additionalProperties';
    let path = isOfMember ? instancePath : outwards(instancePath);
    for (; path !== '' && !holders.has(path); path = outwards(path)) holders.add(path);
  }
  return holders;
};

/**
 * Of a union, Ajv reports each branch and then the union itself; that it has another type, or is another value, than one of
 * them says least.
 */
const mostTelling = (violations: readonly SchemaViolation[]): SchemaViolation =>
  violations.find(({ keyword }) => !['type', 'const', 'anyOf'].includes(keyword)) ??
  violations.find(({ keyword }) => keyword === 'anyOf') ??
  violations[0]!;

/** What the schema of a route found, on a route that asked to judge the rest of the body too (`attachValidation`). */
export const schemaFaults = (request: FastifyRequest): FieldProblem[] =>
  fieldProblems((request.validationError?.validation ?? []) as SchemaViolation[]);

const memberOf = ({ keyword, instancePath, params }: SchemaViolation): string => {
  const steps = instancePath.split('/').slice(1).map(unescapePointer);
  if (keyword === 'required') steps.push(String(params.missingProperty));
  if (keyword === 'additionalProperties') steps.push(String(params.additionalProperty));
  const path = steps.reduce((text, step) => text + (/^\d+$/.test(step) ? `[${step}]` : `.${step}`), '');
  return path === '' ? 'input' : path.replace(/^\./, '');
};

const unescapePointer = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~');

const sentence = (violation: SchemaViolation, member: string): string => {
  const { keyword, params, data } = violation;
  const limit = Number(params.limit);
  switch (keyword) {
    case 'required':
      return `The ${member} field is required.`;
    case 'type':
      return `The field '${member}' must be ${typePhrase(params.type)}; ${shown(data)} was given.`;
    case 'anyOf':
      return `The field '${member}' must be ${branches(violation)}; ${shown(data)} was given.${nearestBranch(violation)}`;
    case 'minLength':
      return limit === 1
        ? `The ${member} field is required.`
        : `The field '${member}' must have at least ${limit} characters.`;
    case 'maxLength':
      return `The field '${member}' may have at most ${limit} characters; ${[...String(data)].length} were given.`;
    case 'minItems':
      return `The field '${member}' must have at least ${plural(limit, 'element')}.`;
    case 'maxItems':
      return `The field '${member}' may have at most ${plural(limit, 'element')}; ${(data as unknown[]).length} were given.`;
    case 'minimum':
    case 'maximum':
      return `The field '${member}' must be ${String(params.comparison)} ${limit}; ${shown(data)} was given.`;
    case 'additionalProperties':
      return `The field '${member}' is not known here.${hintOf(violation)}`;
    case 'enum':
      return `The field '${member}' must be one of ${(params.allowedValues as unknown[]).map(String).join(', ')}; ${shown(data)} was given.`;
    case 'format':
      return `The field '${member}' must be a ${String(params.format)}; ${shown(data)} was given.`;
    case 'minProperties':
      return `The field '${member}' must have at least ${plural(limit, 'member')}.`;
    case 'pattern':
      if (params.pattern === WITHOUT_BLANKS_AROUND) {
        return `The field '${member}' must have no blanks at its beginning and end; ${shown(data)} was given.`;
      }
      // A schema with a pattern describes it in words.
      return `The field '${member}' must be ${violation.parentSchema?.description}; ${shown(data)} was given.`;
    default:
      return `The field '${member}' ${violation.message ?? 'is not valid'}.`;
  }
};

/** The known name that was probably meant; without one, those that there are. */
const hintOf = ({ params, parentSchema }: SchemaViolation): string => {
  const given = String(params.additionalProperty).slice(0, LONGEST_NAME);
  const known = Object.keys(parentSchema?.properties ?? {});
  const meant = nearestName(given, known);
  if (meant !== undefined) return ` Did you mean '${meant}'?`;
  return known.length === 0 || known.length > MOST_NAMED ? '' : ` Known are ${known.join(', ')}.`;
};

/** More names than these are looked up in the reference. */
const MOST_NAMED = 24;

/** Of what a schema knows no name is longer. */
const LONGEST_NAME = 64;

/** The types or values that a union allows; a text that is merely too long is told its limit instead. */
const branches = ({ schema, data, parentSchema }: SchemaViolation): string => {
  const options = schema as Branch[];
  if (options.length > MOST_NAMED && parentSchema?.description !== undefined) return parentSchema.description;
  const limit = options.find(({ type }) => type === typeof data)?.maxLength;
  if (limit !== undefined) return `a text of at most ${limit} characters`;
  return options
    .map((option) => ('const' in option ? String(option.const) : typePhrase(option.type)))
    .join(' or ');
};

type Branch = { type?: string; const?: unknown; maxLength?: number };

/** The value of a union that was probably meant. */
const nearestBranch = ({ schema, data }: SchemaViolation): string => {
  if (typeof data !== 'string') return '';
  const values = (schema as Branch[]).flatMap(({ const: value }) =>
    typeof value === 'string' ? [value] : [],
  );
  const meant = nearestName(data.slice(0, LONGEST_NAME), values);
  return meant === undefined ? '' : ` Did you mean '${meant}'?`;
};

const TYPE_PHRASES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

const typePhrase = (type: unknown) =>
  [type]
    .flat()
    .map((name) => TYPE_PHRASES[String(name)] ?? String(name))
    .join(' or ');

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A value as it may be repeated in a message: short, and never a whole document. */
const shown = (value: unknown): string => {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
};
