import type { TaskMove, TaskPatch } from '#contract/task-planning.ts';
import { sentence } from '#sentences/sentence.ts';
import { INSTANT_HINT, parseInstant } from '#service/http/instant.ts';
import { type FieldProblem, invalidRequest } from '#service/problem.ts';
import { customNameFaults } from '#service/tasks/task-draft.ts';
import type { TaskPlan } from './amend-tasks.ts';
import type { Patch } from './patch-task.ts';
import type { Move } from './plan-tasks.ts';

const INSTANTS = ['startDate', 'dueDate', 'plannedStart'] as const;

/** Reads what is given of a plan; `path` stands before the names in what is wrong with it. */
const readPlan = (
  given: Omit<TaskMove, 'id' | 'revision'>,
  path: string,
  faults: FieldProblem[],
): Partial<TaskPlan> => {
  const plan: Partial<TaskPlan> = {};
  if (given.assigneeId !== undefined) plan.userId = given.assigneeId;
  if (given.plannedMinutes !== undefined) plan.plannedMinutes = given.plannedMinutes;
  for (const name of INSTANTS) {
    const text = given[name];
    if (text === undefined) continue;
    const instant = text === null ? null : parseInstant(text);
    if (instant !== undefined) plan[name] = instant;
    else {
      const message = sentence`The field '${path + name}' must be ${INSTANT_HINT}; '${String(text)}' was given.`;
      faults.push({ message, members: [`${path}${name}`] });
    }
  }
  return plan;
};

/** Reads moves; refuses all of them when one cannot be read, or when a task is moved twice. */
export const readMoves = (given: readonly TaskMove[]): Move[] => {
  const faults: FieldProblem[] = [];
  const places = new Map<string, number>();
  const moves = given.map(({ id: givenId, revision, ...plan }, place) => {
    const id = givenId.toLowerCase();
    const earlier = places.get(id);
    if (earlier !== undefined) {
      const message = sentence`The task '${id}' is moved by moves[${earlier}] already.`;
      faults.push({ message, members: [`moves[${place}].id`] });
    }
    places.set(id, place);
    return { id, revision, plan: readPlan(plan, `moves[${place}].`, faults) };
  });
  if (faults.length > 0) throw invalidRequest(faults);
  return moves;
};

/** Reads what is to change of a task. Items that are named twice are one. */
export const readPatch = (given: TaskPatch): Patch => {
  const { title, description, teamId, workbookId, itemIds, customProperties, ...plan } = given;
  const faults = Object.keys(customProperties ?? {}).flatMap(customNameFaults);
  const patch: Patch = readPlan(plan, '', faults);
  if (faults.length > 0) throw invalidRequest(faults);
  if (title !== undefined) patch.title = title;
  if (description !== undefined) patch.description = description;
  if (teamId !== undefined) patch.teamId = teamId.toLowerCase();
  if (workbookId !== undefined) patch.workbookId = workbookId.toLowerCase();
  if (itemIds !== undefined) patch.itemIds = [...new Set(itemIds.map((id) => id.toLowerCase()))];
  if (customProperties !== undefined) patch.customProperties = customProperties;
  return patch;
};
