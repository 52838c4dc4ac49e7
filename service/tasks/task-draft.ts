import { limits } from '#contract/limits.ts';
import type { PlannedTaskDraft } from '#contract/planned-task.ts';
import { DRAFT_FIELDS, READ_ONLY_FIELDS, type TaskDraft } from '#contract/task.ts';
import { sentence } from '#sentences/sentence.ts';
import { bindNames, knownNames, UNSAFE_NAMES } from '#service/http/bind-names.ts';
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
  /** null: not planned; the contract says nothing of it. */
  plannedStart: Date | null;
  plannedMinutes: number | null;
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
  const given = customNames(bound).length;
  if (given > limits.customProperties) {
    const message = sentence`A task may have at most ${limits.customProperties} custom properties; ${given} were given.`;
    throw invalidRequest([{ message, members: ['input'] }]);
  }
  return bound;
};

const customNames = (draft: object) => Object.keys(draft).filter((name) => !KNOWN.has(name));

/**
 * Reads a draft: dates become instants (decision T1), custom properties are set apart, repeated items collapse (T9).
 * `faults` is what its schema found; whatever else is wrong is told together with it (W9).
 */
export const contentOf = (draft: TaskDraft, faults: readonly FieldProblem[]): TaskContent => {
  const customProperties = Object.fromEntries(Object.entries(draft).filter(([name]) => !KNOWN.has(name)));
  const known = {
    ...draft,
    // The contract does not know them: one that is there is a custom property.
    plannedStart: undefined,
    plannedMinutes: undefined,
    customProperties: customProperties as TaskContent['customProperties'],
  };
  return readContent(known, [...faults, ...customNames(draft).flatMap(customNameFaults)]);
};

/** Reads what a planner made: its external id is its id unless one is given (decision T17). */
export const contentOfPlan = (
  plan: PlannedTaskDraft,
  taskId: string,
  faults: readonly FieldProblem[],
): TaskContent =>
  readContent(
    { ...plan, externalId: plan.externalId ?? taskId, customProperties: plan.customProperties ?? {} },
    [...faults, ...Object.keys(plan.customProperties ?? {}).flatMap(customNameFaults)],
  );

/** Whether a custom property may have this name. */
export const mayBeCustomProperty = (name: string): boolean => customNameFaults(name).length === 0;

export const customNameFaults = (name: string): FieldProblem[] => {
  const { length } = [...name];
  if (DRAFT_NAMES.has(name.toLowerCase())) {
    return [
      { message: sentence`'${name}' is a field of the task itself and no custom property.`, members: [name] },
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

type NamedDraft = Omit<PlannedTaskDraft, 'externalId' | 'plannedStart' | 'plannedMinutes'> &
  Pick<TaskContent, 'externalId' | 'customProperties'> & {
    plannedStart?: string | undefined;
    plannedMinutes?: number | undefined;
  };

const readContent = (draft: NamedDraft, found: readonly FieldProblem[]): TaskContent => {
  const faults = [...found];
  const startDate = readDate('startDate', draft.startDate, faults);
  const dueDate = readDate('dueDate', draft.dueDate, faults);
  const plannedStart = readDate('plannedStart', draft.plannedStart, faults);
  if (startDate && dueDate && dueDate < startDate) {
    const message = sentence`The dueDate '${draft.dueDate!}' lies before the startDate '${draft.startDate!}'.`;
    faults.push({ message, members: ['dueDate'] });
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
    plannedStart,
    plannedMinutes: draft.plannedMinutes ?? null,
    itemsToInspect: draft.itemsToInspect ? [...new Set(draft.itemsToInspect)] : null,
    customProperties: draft.customProperties,
  };
};

/** A date that is no text at all is the schema's to refuse. */
const readDate = (name: string, text: unknown, faults: FieldProblem[]): Date | null => {
  if (typeof text !== 'string') return null;
  const instant = parseInstant(text);
  if (instant) return instant;
  const message = sentence`The field '${name}' must be ${INSTANT_HINT}; '${text.slice(0, 80)}' was given.`;
  faults.push({ message, members: [name] });
  return null;
};
