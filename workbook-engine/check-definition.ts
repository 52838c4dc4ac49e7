import type { Field, WorkbookDefinition } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { inEnglish, sentence } from '#i18n/sentence.ts';
import { type Compiled, compileInSteps } from './compile-form.ts';
import { createBudget, EvaluationLimitError } from './expressions/budget.ts';
import type { EvaluationContext } from './expressions/value.ts';
import { expressionCharacters } from './field-expressions.ts';
import { type DefinitionIssue, type FoundIssue, fieldIssues } from './field-issues.ts';
import { type Form, rootLevel } from './form.ts';
import { finish, type Work } from './pausable-work.ts';
import { startInSteps } from './start-answers.ts';

/**
 * Checks what the schema of a definition cannot express. The definition must be valid against the schema
 * `WorkbookDefinition`. Without errors it can be published. Returns at most 100 errors.
 */
export const checkDefinition = (definition: WorkbookDefinition): DefinitionIssue[] =>
  checkAndCompile(definition).issues.map(({ path, sentence: reason, ...place }) => ({
    path,
    message: inEnglish(reason),
    ...place,
  }));

/** Like `checkDefinition`, with untranslated messages and, for a valid definition, the compiled form. */
export const checkAndCompile = (definition: WorkbookDefinition): CheckedDefinition =>
  finish(checkAndCompileInSteps(definition));

export type CheckedDefinition = { issues: FoundIssue[]; form?: Form };

/** The same as a generator with pauses. */
export function* checkAndCompileInSteps({ fields }: WorkbookDefinition): Work<CheckedDefinition> {
  const placed = withPaths(fields, 'fields');
  // Do not check each of possibly 24,000 fields.
  if (placed.length > workbookLimits.fields) return { issues: [tooManyFields(placed.length)] };
  const ofNames = nameIssues(placed);
  const ofSize = sizeIssues(placed);
  yield;
  // Expressions can be compiled only if names are unique.
  const canBeCompiled = ofNames.length === 0 && ofSize.length === 0;
  const compiled = canBeCompiled ? yield* compileAndStart({ fields }) : undefined;
  const issues = [...ofSize, ...ofNames];
  for (const { field, path } of placed) {
    issues.push(...fieldIssues(field, path));
    yield;
  }
  const reported = [...issues, ...(compiled?.issues ?? [])].slice(0, workbookLimits.errors);
  return compiled && reported.length === 0 ? { issues: reported, form: compiled.form } : { issues: reported };
}

function* compileAndStart(definition: WorkbookDefinition): Work<Compiled> {
  const compiled = yield* compileInSteps(definition);
  return compiled.issues.length > 0 ? compiled : { ...compiled, issues: yield* startIssues(compiled.form) };
}

/** A tenth of the limit for answers. An empty inspection with 2,000 fields takes about 50,000 steps. */
const MAX_STEPS_AT_START = 1_000_000;
/** The time and time zone do not matter for this check. */
const ANYWHERE: EvaluationContext = { now: 0, timeZone: 'UTC', language: 'en' };

function* startIssues(form: Form): Work<FoundIssue[]> {
  try {
    yield* startInSteps(form, rootLevel(form), { ...ANYWHERE, budget: createBudget(MAX_STEPS_AT_START) });
    return [];
  } catch (error) {
    if (!(error instanceof EvaluationLimitError)) throw error;
    const path = form.order.find(({ field }) => field.name === error.field)?.path ?? 'fields';
    const reason = sentence`${error.field} takes too long to calculate, even before anything is answered. Simplify it, or the fields that it refers to.`;
    return [{ path, sentence: reason }];
  }
}

/** A field with its path. */
type PlacedField = { field: Field; path: string };

const withPaths = (fields: readonly Field[], path: string): PlacedField[] =>
  fields.flatMap((field, position) => {
    const here = `${path}[${position}]`;
    return [{ field, path: here }, ...withPaths(field.fields ?? [], `${here}.fields`)];
  });

const tooManyFields = (count: number): FoundIssue => ({
  path: 'fields',
  sentence: sentence`The workbook has ${count} fields; at most ${workbookLimits.fields} are allowed.`,
});

const sizeIssues = (placed: readonly PlacedField[]): FoundIssue[] => {
  const characters = placed.reduce((sum, { field }) => sum + expressionCharacters(field), 0);
  if (characters <= workbookLimits.expressions) return [];
  const max = workbookLimits.expressions;
  return [
    {
      path: 'fields',
      sentence: sentence`The expressions of the workbook have ${characters} characters in total; at most ${max} are allowed. Move repeated parts to a calculated field and refer to it.`,
    },
  ];
};

const nameIssues = (placed: PlacedField[]): FoundIssue[] => {
  const issues: FoundIssue[] = [];
  const first = new Map<string, PlacedField>();
  for (const { field, path } of placed) {
    const key = field.name.toLowerCase();
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, { field, path });
    else {
      const reason =
        earlier.field.name === field.name
          ? sentence`The name ${field.name} is already used by ${earlier.path}: names must be unique in the workbook.`
          : sentence`The names ${field.name} and ${earlier.field.name} (${earlier.path}) differ only in case, which is ignored when custom properties fill fields: choose another name.`;
      issues.push({ path: `${path}.name`, sentence: reason });
    }
  }
  return issues;
};
