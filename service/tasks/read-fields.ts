import { TASK_FIELDS, type TaskFieldName } from '#contract/task-fields.ts';
import { msg } from '#i18n/message.ts';
import { INSTANT_HINT, parseInstant } from '#service/http/instant.ts';
import type { FieldProblem } from '#service/problem.ts';
import type { FieldValues } from './field-columns.ts';

/** The schema has already checked the types. Field names in errors are prefixed with `path`. */
export const readFields = (
  input: { [Name in TaskFieldName]?: unknown },
  issues: FieldProblem[],
  path = '',
): Partial<FieldValues> => {
  const values: Record<string, unknown> = {};
  for (const [name, { kind }] of TASK_FIELDS) {
    const value = input[name];
    if (value === undefined) continue;
    if (kind !== 'instant' || value === null) values[name] = value;
    else if (typeof value === 'string') values[name] = readInstant(path + name, value, issues);
  }
  return values;
};

const readInstant = (name: string, value: string, issues: FieldProblem[]): Date | null => {
  const instant = parseInstant(value);
  if (instant) return instant;
  const message = msg`The field '${name}' must be ${INSTANT_HINT}; '${value.slice(0, 80)}' was given.`;
  issues.push({ message, members: [name] });
  return null;
};
