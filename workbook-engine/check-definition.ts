import type { Field, WorkbookDefinition } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { msg, toEnglish } from '#i18n/message.ts';
import { type CompilationResult, compileInSteps } from './compile-form.ts';
import { createDefaultAnswersInSteps } from './default-answers.ts';
import { createBudget, EvaluationLimitError } from './expressions/budget.ts';
import type { EvaluationContext } from './expressions/value.ts';
import { countExpressionCharacters } from './field-expressions.ts';
import { checkField, type DefinitionIssue, type LocalizableIssue } from './field-issues.ts';
import { type Form, rootLevelOf } from './form.ts';
import { finish, type Work } from './pausable-work.ts';

/** Checks a schema-valid definition. Returns at most 100 issues. */
export const checkDefinition = (definition: WorkbookDefinition): DefinitionIssue[] =>
  checkAndCompile(definition).issues.map(({ path, message, ...rest }) => ({
    path,
    message: toEnglish(message),
    ...rest,
  }));

/** Like `checkDefinition`, but returns translatable messages and, if the definition is valid, the compiled form. */
export const checkAndCompile = (definition: WorkbookDefinition): CheckedDefinition =>
  finish(checkAndCompileInSteps(definition));

export type CheckedDefinition = { issues: LocalizableIssue[]; form?: Form };

export function* checkAndCompileInSteps({ fields }: WorkbookDefinition): Work<CheckedDefinition> {
  const flatFields = listFieldsWithPaths(fields, 'fields');
  // Checking every field could take a long time: a request can contain 24,000 fields.
  if (flatFields.length > workbookLimits.fields) {
    const message = msg`The workbook has ${flatFields.length} fields; at most ${workbookLimits.fields} are allowed.`;
    return { issues: [{ path: 'fields', message }] };
  }
  const issues = [...checkSize(flatFields), ...checkNames(flatFields)];
  yield;
  // Expressions can only be compiled if names are unique.
  const compilation = issues.length === 0 ? yield* compileAndEvaluate({ fields }) : undefined;
  for (const { field, path } of flatFields) {
    issues.push(...checkField(field, path));
    yield;
  }
  const firstIssues = [...issues, ...(compilation?.issues ?? [])].slice(0, workbookLimits.errors);
  return compilation && firstIssues.length === 0
    ? { issues: firstIssues, form: compilation.form }
    : { issues: firstIssues };
}

function* compileAndEvaluate(definition: WorkbookDefinition): Work<CompilationResult> {
  const compilation = yield* compileInSteps(definition);
  return compilation.issues.length > 0
    ? compilation
    : { ...compilation, issues: yield* checkEvaluation(compilation.form) };
}

/** The limit for an inspection without answers: a tenth of the usual one. 2,000 fields take about 50,000 steps. */
const MAX_STEPS_WITHOUT_ANSWERS = 1_000_000;
const ANY_CONTEXT: EvaluationContext = { now: 0, timeZone: 'UTC', language: 'en' };

function* checkEvaluation(form: Form): Work<LocalizableIssue[]> {
  try {
    yield* createDefaultAnswersInSteps(form, rootLevelOf(form), {
      ...ANY_CONTEXT,
      budget: createBudget(MAX_STEPS_WITHOUT_ANSWERS),
    });
    return [];
  } catch (error) {
    if (!(error instanceof EvaluationLimitError)) throw error;
    const path = form.order.find(({ field }) => field.name === error.field)?.path ?? 'fields';
    const message = msg`${error.field} takes too long to calculate, even without answers. Simplify it, or the fields that it refers to.`;
    return [{ path, message }];
  }
}

type FieldWithPath = { field: Field; path: string };

const listFieldsWithPaths = (fields: readonly Field[], path: string): FieldWithPath[] =>
  fields.flatMap((field, position) => {
    const fieldPath = `${path}[${position}]`;
    return [{ field, path: fieldPath }, ...listFieldsWithPaths(field.fields ?? [], `${fieldPath}.fields`)];
  });

const checkSize = (fields: readonly FieldWithPath[]): LocalizableIssue[] => {
  const characters = fields.reduce((sum, { field }) => sum + countExpressionCharacters(field), 0);
  const max = workbookLimits.expressions;
  if (characters <= max) return [];
  const message = msg`The workbook's expressions have ${characters} characters in total; at most ${max} are allowed. Move repeated parts to a calculated field and refer to it.`;
  return [{ path: 'fields', message }];
};

const checkNames = (fields: readonly FieldWithPath[]): LocalizableIssue[] => {
  const issues: LocalizableIssue[] = [];
  const fieldsByName = new Map<string, FieldWithPath>();
  for (const { field, path } of fields) {
    const key = field.name.toLowerCase();
    const earlierField = fieldsByName.get(key);
    if (earlierField === undefined) fieldsByName.set(key, { field, path });
    else {
      const message =
        earlierField.field.name === field.name
          ? msg`The name ${field.name} is already used by ${earlierField.path}: names must be unique in the workbook.`
          : msg`The names ${field.name} and ${earlierField.field.name} (${earlierField.path}) differ only in case, which is ignored when custom properties fill fields: use another name.`;
      issues.push({ path: `${path}.name`, message });
    }
  }
  return issues;
};
