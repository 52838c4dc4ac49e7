import { limits } from '#contract/limits.ts';
import type { NewTask } from '#contract/new-task.ts';
import { INPUT_FIELDS, READ_ONLY_FIELDS, type TaskInput } from '#contract/task.ts';
import { DEFAULT_FIELD_VALUES } from '#contract/task-fields.ts';
import { msg } from '#i18n/message.ts';
import { bindNames, buildKnownNames, UNSAFE_NAMES } from '#service/http/bind-names.ts';
import { type FieldProblem, invalidField, invalidRequest } from '#service/problem.ts';
import type { FieldValues } from './field-columns.ts';
import { readFields } from './read-fields.ts';

export type TaskContent = FieldValues & {
  externalId: string;
  title: string;
  teamName: string;
  workbookName: string;
  /** Null for a team task, which is assigned to the person who starts it (decision T17). */
  assignedUserName: string | null;
  itemsToInspect: string[] | null;
  customProperties: Record<string, string | number | boolean>;
};

const INPUT_NAMES = buildKnownNames([...INPUT_FIELDS, ...READ_ONLY_FIELDS]);
const READ_ONLY_NAMES = new Set(READ_ONLY_FIELDS);
const INPUT_FIELD_NAMES = new Set(INPUT_FIELDS);

/** Corrects the case of names (decision W3), and drops null values (T3) and read-only fields (T2). */
export const bindTaskInput = (body: unknown): Record<string, unknown> => {
  const boundInput = bindNames(body, INPUT_NAMES);
  for (const [name, value] of Object.entries(boundInput)) {
    if (value === null || READ_ONLY_NAMES.has(name)) delete boundInput[name];
  }
  const count = listCustomNames(boundInput).length;
  if (count > limits.customProperties) {
    const message = msg`A task may have at most ${limits.customProperties} custom properties; ${count} were given.`;
    throw invalidField('input', message);
  }
  return boundInput;
};

const listCustomNames = (input: object) => Object.keys(input).filter((name) => !INPUT_FIELD_NAMES.has(name));

/** See decisions T1 and T9. Throws one problem with all errors, including `issues` (W9). */
export const parseTaskContent = (input: TaskInput, issues: readonly FieldProblem[]): TaskContent => {
  const customProperties = Object.fromEntries(
    Object.entries(input).filter(([name]) => !INPUT_FIELD_NAMES.has(name)),
  );
  const fields = Object.fromEntries(
    Object.entries(input).filter(([name]) => INPUT_FIELD_NAMES.has(name)),
  ) as TaskInput;
  return parseContent({ ...fields, customProperties: customProperties as TaskContent['customProperties'] }, [
    ...issues,
    ...listCustomNames(input).flatMap(findCustomNameErrors),
  ]);
};

/** The external ID defaults to the task's ID (decision T17). */
export const parseNewTask = (input: NewTask, taskId: string, issues: readonly FieldProblem[]): TaskContent =>
  parseContent(
    { ...input, externalId: input.externalId ?? taskId, customProperties: input.customProperties ?? {} },
    [...issues, ...listPropertyNames(input.customProperties).flatMap(findCustomNameErrors)],
  );

/** The schema has already reported names beyond the limit, and values that are not objects. */
const listPropertyNames = (properties: unknown): string[] =>
  typeof properties === 'object' && properties !== null && !Array.isArray(properties)
    ? Object.keys(properties).slice(0, limits.customProperties)
    : [];

export const isValidCustomName = (name: string): boolean => findCustomNameErrors(name).length === 0;

export const findCustomNameErrors = (name: string): FieldProblem[] => {
  const { length } = [...name];
  if (INPUT_NAMES.has(name.toLowerCase())) {
    return [
      { message: msg`'${name}' is a field of the task itself, not a custom property.`, members: [name] },
    ];
  }
  if (UNSAFE_NAMES.has(name)) {
    return [{ message: msg`'${name}' cannot be used as the name of a custom property.`, members: [name] }];
  }
  if (length === 0) return [{ message: msg`The name of a custom property is empty.`, members: ['input'] }];
  if (length <= limits.customPropertyName) return [];
  const shownName = name.slice(0, limits.customPropertyName);
  const message = msg`The name of a custom property must have 1 to ${limits.customPropertyName} characters; '${shownName}…' has ${length}.`;
  return [{ message, members: [shownName] }];
};

type NamedInput = Omit<NewTask, 'externalId'> & Pick<TaskContent, 'externalId' | 'customProperties'>;

const parseContent = (input: NamedInput, validationIssues: readonly FieldProblem[]): TaskContent => {
  const issues = [...validationIssues];
  const values: FieldValues = { ...DEFAULT_FIELD_VALUES, ...readFields(input, issues) };
  const { startDate, dueDate } = values;
  if (startDate && dueDate && dueDate < startDate) {
    const message = msg`The dueDate '${input.dueDate!}' is before the startDate '${input.startDate!}'.`;
    issues.push({ message, members: ['dueDate'] });
  }
  if (issues.length > 0) throw invalidRequest(issues);
  return {
    ...values,
    externalId: input.externalId,
    title: input.title,
    teamName: input.teamName,
    workbookName: input.workbookName,
    assignedUserName: input.assignedUserName ?? null,
    itemsToInspect: input.itemsToInspect ? [...new Set(input.itemsToInspect)] : null,
    customProperties: input.customProperties,
  };
};
