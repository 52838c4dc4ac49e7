import { limits } from '#contract/limits.ts';
import type { NewTask } from '#contract/new-task.ts';
import { DRAFT_FIELDS, READ_ONLY_FIELDS, type TaskInput } from '#contract/task.ts';
import { DEFAULT_FIELD_VALUES } from '#contract/task-fields.ts';
import { sentence } from '#i18n/sentence.ts';
import { bindNames, knownNames, UNSAFE_NAMES } from '#service/http/bind-names.ts';
import { type FieldProblem, invalidField, invalidRequest } from '#service/problem.ts';
import type { FieldValues } from './field-columns.ts';
import { readFields } from './read-fields.ts';

/** The content of a task to write, with unresolved names, and custom properties as a separate member. */
export type TaskContent = FieldValues & {
  externalId: string;
  title: string;
  teamName: string;
  workbookName: string;
  /** null for a team task, which is assigned to the user who starts it (decision T17). */
  assignedUserName: string | null;
  itemsToInspect: string[] | null;
  customProperties: Record<string, string | number | boolean>;
};

const DRAFT_NAMES = knownNames([...DRAFT_FIELDS, ...READ_ONLY_FIELDS]);
const READ_ONLY = new Set(READ_ONLY_FIELDS);
const DRAFT_FIELD_NAMES = new Set(DRAFT_FIELDS);

/**
 * Normalises a body before it is validated: corrects the case of names (decision W3), removes null members (T3) and read-only
 * fields (T2).
 */
export const bindDraft = (body: unknown): Record<string, unknown> => {
  const bound = bindNames(body, DRAFT_NAMES);
  for (const [name, value] of Object.entries(bound)) {
    if (value === null || READ_ONLY.has(name)) delete bound[name];
  }
  const count = customNames(bound).length;
  if (count > limits.customProperties) {
    const message = sentence`A task may have at most ${limits.customProperties} custom properties; ${count} were given.`;
    throw invalidField('input', message);
  }
  return bound;
};

const customNames = (draft: object) => Object.keys(draft).filter((name) => !DRAFT_FIELD_NAMES.has(name));

/**
 * Parses a draft: converts dates (decision T1), separates custom properties, and removes repeated items (T9). Throws all
 * errors together, including the `issues` of the schema (W9).
 */
export const contentOf = (draft: TaskInput, issues: readonly FieldProblem[]): TaskContent => {
  const customProperties = Object.fromEntries(
    Object.entries(draft).filter(([name]) => !DRAFT_FIELD_NAMES.has(name)),
  );
  const fields = Object.fromEntries(
    Object.entries(draft).filter(([name]) => DRAFT_FIELD_NAMES.has(name)),
  ) as TaskInput;
  return readContent({ ...fields, customProperties: customProperties as TaskContent['customProperties'] }, [
    ...issues,
    ...customNames(draft).flatMap(customNameErrors),
  ]);
};

/** Parses a planner's draft. The default external ID is the ID of the task (decision T17). */
export const contentOfPlan = (plan: NewTask, taskId: string, issues: readonly FieldProblem[]): TaskContent =>
  readContent(
    { ...plan, externalId: plan.externalId ?? taskId, customProperties: plan.customProperties ?? {} },
    [...issues, ...Object.keys(plan.customProperties ?? {}).flatMap(customNameErrors)],
  );

export const isValidCustomName = (name: string): boolean => customNameErrors(name).length === 0;

export const customNameErrors = (name: string): FieldProblem[] => {
  const { length } = [...name];
  if (DRAFT_NAMES.has(name.toLowerCase())) {
    return [
      { message: sentence`'${name}' is a field of the task itself, not a custom property.`, members: [name] },
    ];
  }
  if (UNSAFE_NAMES.has(name)) {
    return [
      { message: sentence`'${name}' cannot be used as the name of a custom property.`, members: [name] },
    ];
  }
  if (length === 0)
    return [{ message: sentence`The name of a custom property is empty.`, members: ['input'] }];
  if (length <= limits.customPropertyName) return [];
  const shownName = name.slice(0, limits.customPropertyName);
  const message = sentence`The name of a custom property must have 1 to ${limits.customPropertyName} characters; '${shownName}…' has ${length}.`;
  return [{ message, members: [shownName] }];
};

type NamedDraft = Omit<NewTask, 'externalId'> & Pick<TaskContent, 'externalId' | 'customProperties'>;

const readContent = (draft: NamedDraft, schemaIssues: readonly FieldProblem[]): TaskContent => {
  const issues = [...schemaIssues];
  const values: FieldValues = { ...DEFAULT_FIELD_VALUES, ...readFields(draft, issues) };
  const { startDate, dueDate } = values;
  if (startDate && dueDate && dueDate < startDate) {
    const message = sentence`The dueDate '${draft.dueDate!}' is before the startDate '${draft.startDate!}'.`;
    issues.push({ message, members: ['dueDate'] });
  }
  if (issues.length > 0) throw invalidRequest(issues);
  return {
    ...values,
    externalId: draft.externalId,
    title: draft.title,
    teamName: draft.teamName,
    workbookName: draft.workbookName,
    assignedUserName: draft.assignedUserName ?? null,
    itemsToInspect: draft.itemsToInspect ? [...new Set(draft.itemsToInspect)] : null,
    customProperties: draft.customProperties,
  };
};
