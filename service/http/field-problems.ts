import type { FastifyRequest } from 'fastify';
import { limits } from '#contract/limits.ts';
import { WITHOUT_BLANKS_AROUND } from '#contract/name.ts';
import { joined, NOTHING_MORE, type Sentence, sentence, verbatim } from '#sentences/sentence.ts';
import { didYouMean, type FieldProblem, MORE_PROBLEMS } from '#service/problem.ts';
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
  const problems = told.map(([member, ofMember]) => ({
    message: sayWhy(mostTelling(ofMember), member),
    members: [member],
  }));
  return violations.length > limits.violations ? [...problems, MORE_PROBLEMS] : problems;
};

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

const sayWhy = (violation: SchemaViolation, member: string): Sentence => {
  const { keyword, params, data } = violation;
  const limit = Number(params.limit);
  const given = sentence`${shown(data)} was given.`;
  switch (keyword) {
    case 'required':
      return isRequired(member);
    case 'type':
      return sentence`The field '${member}' must be ${typePhrase(params.type)}; ${given}`;
    case 'anyOf':
      return sentence`The field '${member}' must be ${branches(violation)}; ${given}${nearestBranch(violation)}`;
    case 'minLength':
      return limit === 1
        ? isRequired(member)
        : sentence`The field '${member}' must have at least ${limit} characters.`;
    case 'maxLength':
      return sentence`The field '${member}' may have at most ${limit} characters; ${charactersOf(String(data))} were given.`;
    case 'minItems':
      return sentence`The field '${member}' must have at least ${elements(limit)}.`;
    case 'maxItems':
      return sentence`The field '${member}' may have at most ${elements(limit)}; ${(data as unknown[]).length} were given.`;
    case 'minimum':
    case 'maximum':
      return sentence`The field '${member}' must be ${String(params.comparison)} ${limit}; ${given}`;
    case 'additionalProperties':
      return sentence`The field '${member}' is not known here.${hintOf(violation)}`;
    case 'enum':
      return sentence`The field '${member}' must be one of ${(params.allowedValues as unknown[]).map(String).join(', ')}; ${given}`;
    case 'format':
      return sentence`The field '${member}' must be a ${String(params.format)}; ${given}`;
    case 'minProperties':
      return sentence`The field '${member}' must have at least ${limit === 1 ? sentence`1 member` : sentence`${limit} members`}.`;
    case 'pattern':
      return params.pattern === WITHOUT_BLANKS_AROUND
        ? sentence`The field '${member}' must have no blanks at its beginning and end; ${given}`
        : sentence`The field '${member}' must be ${described(violation)}; ${given}`;
    case 'maxProperties':
      return sentence`The field '${member}' must NOT have more than ${limit} properties.`;
    case 'uniqueItems':
      return sentence`The field '${member}' must NOT have duplicate items (items ## ${Number(params.j)} and ${Number(params.i)} are identical).`;
    case 'const':
      return sentence`The field '${member}' must be equal to constant.`;
    default:
      return sentence`The field '${member}' ${verbatim(violation.message ?? 'is not valid')}.`;
  }
};

/** Of a text of 4 MiB a list of its characters would take 60 ms. */
const charactersOf = (text: string): number => {
  let count = text.length;
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) & 0xfc00) === 0xd800) count--;
  return count;
};

const isRequired = (member: string) => sentence`The ${member} field is required.`;

const elements = (count: number) => (count === 1 ? sentence`1 element` : sentence`${count} elements`);

/** A schema with a pattern, or with many values, describes it in words, which are a sentence of their own. */
const described = ({ parentSchema }: SchemaViolation): Sentence => ({
  strings: [String(parentSchema?.description)],
  values: [],
});

/** The known name that was probably meant; without one, those that there are. */
const hintOf = ({ params, parentSchema }: SchemaViolation): Sentence => {
  const given = String(params.additionalProperty).slice(0, LONGEST_NAME);
  const known = Object.keys(parentSchema?.properties ?? {});
  const meant = nearestName(given, known);
  if (meant !== undefined) return didYouMean(meant);
  return known.length === 0 || known.length > MOST_NAMED
    ? NOTHING_MORE
    : sentence` Known are ${known.join(', ')}.`;
};

/** More names than these are looked up in the reference. */
const MOST_NAMED = 24;

/** Of what a schema knows no name is longer. */
const LONGEST_NAME = 64;

/** The types or values that a union allows; a text that is merely too long is told its limit instead. */
const branches = (violation: SchemaViolation): Sentence => {
  const { schema, data, parentSchema } = violation;
  const options = schema as Branch[];
  if (options.length > MOST_NAMED && parentSchema?.description !== undefined) return described(violation);
  const limit = options.find(({ type }) => type === typeof data)?.maxLength;
  if (limit !== undefined) return sentence`a text of at most ${limit} characters`;
  return joined(
    options.map((option) => ('const' in option ? String(option.const) : typePhrase(option.type))),
    OR,
  );
};

type Branch = { type?: string; const?: unknown; maxLength?: number };

/** The value of a union that was probably meant. */
const nearestBranch = ({ schema, data }: SchemaViolation): Sentence => {
  if (typeof data !== 'string') return NOTHING_MORE;
  const values = (schema as Branch[]).flatMap(({ const: value }) =>
    typeof value === 'string' ? [value] : [],
  );
  return didYouMean(nearestName(data.slice(0, LONGEST_NAME), values));
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

const typePhrase = (type: unknown): Sentence =>
  joined(
    [type].flat().map((name) => TYPE_PHRASES[String(name)] ?? String(name)),
    OR,
  );

const MOST_SHOWN = 80;

/** A value as it may be repeated in a message: short, and never a whole document. */
const shown = (value: unknown): Sentence => {
  if (Array.isArray(value)) return TYPE_PHRASES.array!;
  if (typeof value === 'object' && value !== null) return TYPE_PHRASES.object!;
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, MOST_SHOWN + 1) : value);
  if (text === undefined) return sentence`nothing`;
  return verbatim(text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);
};
