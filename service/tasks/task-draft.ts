import { limits } from '#contract/limits.ts';
import type { PlannedTaskDraft } from '#contract/planned-task.ts';
import { DRAFT_FIELDS, READ_ONLY_FIELDS, type TaskDraft } from '#contract/task.ts';
import { bindNames, knownNames } from '#service/http/bind-names.ts';
import { INSTANT_HINT, parseInstant } from '#service/http/instant.ts';
import { type FieldProblem, invalidRequest } from '#service/problem.ts';

/** What a task is made of, as the operations take it: names still unresolved, custom properties apart. */
export type TaskContent = {
  externalId: string;
  title: string;
  teamName: string;
  workbookName: string;
  /** null: a team task that somebody takes by starting it (decision T17). */
  assignedUserName: string | null;
  description: string | null;
  startDate: Date | null;
  dueDate: Date | null;
  itemsToInspect: string[] | null;
  customProperties: Record<string, string | number | boolean>;
};

const DRAFT_NAMES = knownNames([...DRAFT_FIELDS, ...READ_ONLY_FIELDS]);
const READ_ONLY = new Set(READ_ONLY_FIELDS);
const KNOWN = new Set(DRAFT_FIELDS);

/**
 * Brings a body into the documented spelling before it is validated: names in any letter case (decision W3), nulls as
 * absent (T3), read-only fields gone (T2).
 */
export const bindDraft = (body: unknown): Record<string, unknown> => {
  const bound = bindNames(body, DRAFT_NAMES);
  for (const [name, value] of Object.entries(bound)) {
    if (value === null || READ_ONLY.has(name)) delete bound[name];
  }
  const customProperties = Object.keys(bound).filter((name) => !KNOWN.has(name));
  const faults = customProperties.flatMap((name) => customPropertyFaults(name, bound[name]));
  if (customProperties.length > limits.customProperties) {
    faults.push({
      message: `A task may have at most ${limits.customProperties} custom properties; ${customProperties.length} were given.`,
      members: ['input'],
    });
  }
  if (faults.length > 0) throw invalidRequest(faults);
  return bound;
};

const customPropertyFaults = (name: string, value: unknown): FieldProblem[] => {
  const member = name.slice(0, limits.customPropertyName);
  const length = [...name].length;
  if (length === 0 || length > limits.customPropertyName) {
    return [
      {
        message: `The name of a custom property must have 1 to ${limits.customPropertyName} characters; '${member}…' has ${length}.`,
        members: [member],
      },
    ];
  }
  if (typeof value === 'object') {
    return [
      {
        message: `The custom property '${name}' must be a string, a number or a boolean; ${Array.isArray(value) ? 'an array' : 'an object'} was given.`,
        members: [name],
      },
    ];
  }
  return [];
};

/** Reads a validated draft: dates become instants (decision T1), custom properties are set apart. */
export const contentOf = (draft: TaskDraft): TaskContent =>
  withDates({
    ...draft,
    customProperties: Object.fromEntries(
      Object.entries(draft).filter(([name]) => !KNOWN.has(name)),
    ) as TaskContent['customProperties'],
  });

/** Reads what a planner made: its external id is its id unless one is given (decision T17). */
export const contentOfPlan = (plan: PlannedTaskDraft, taskId: string): TaskContent =>
  withDates({
    ...plan,
    externalId: plan.externalId ?? taskId,
    customProperties: plan.customProperties ?? {},
  });

type ValidatedDraft = Omit<PlannedTaskDraft, 'externalId'> &
  Pick<TaskContent, 'externalId' | 'customProperties'>;

const withDates = (draft: ValidatedDraft): TaskContent => {
  const faults: FieldProblem[] = [];
  const startDate = readDate('startDate', draft.startDate, faults);
  const dueDate = readDate('dueDate', draft.dueDate, faults);
  if (startDate && dueDate && dueDate < startDate) {
    faults.push({
      message: `The dueDate '${draft.dueDate}' lies before the startDate '${draft.startDate}'.`,
      members: ['dueDate'],
    });
  }
  if (faults.length > 0) throw invalidRequest(faults);
  return {
    externalId: draft.externalId,
    title: draft.title,
    teamName: draft.teamName,
    workbookName: draft.workbookName,
    assignedUserName: draft.assignedUserName ?? null,
    description: draft.description ?? null,
    startDate,
    dueDate,
    itemsToInspect: draft.itemsToInspect ?? null,
    customProperties: draft.customProperties,
  };
};

const readDate = (name: string, text: string | undefined, faults: FieldProblem[]): Date | null => {
  if (text === undefined) return null;
  const instant = parseInstant(text);
  if (instant) return instant;
  faults.push({
    message: `The field '${name}' must be ${INSTANT_HINT}; '${text.slice(0, 80)}' was given.`,
    members: [name],
  });
  return null;
};
