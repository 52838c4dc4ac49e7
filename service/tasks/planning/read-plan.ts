import type { TaskMove, TaskPatch } from '#contract/task-planning.ts';
import { sentence } from '#i18n/sentence.ts';
import { INSTANT_HINT, parseInstant } from '#service/http/instant.ts';
import { type FieldProblem, invalidRequest } from '#service/problem.ts';
import { customNameErrors } from '#service/tasks/task-draft.ts';
import type { TaskPlan } from './amend-tasks.ts';
import type { TaskChanges } from './patch-task.ts';
import type { Move } from './plan-tasks.ts';

const INSTANTS = ['startDate', 'dueDate', 'plannedStart'] as const;

/** Parses the given members of a plan; `path` is the prefix of the member names in errors. */
const readPlan = (
  given: Omit<TaskMove, 'id' | 'revision'>,
  path: string,
  issues: FieldProblem[],
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
      issues.push({ message, members: [`${path}${name}`] });
    }
  }
  return plan;
};

/** Parses moves. Throws if a move is malformed, or if a task is moved twice. */
export const readMoves = (given: readonly TaskMove[]): Move[] => {
  const issues: FieldProblem[] = [];
  const places = new Map<string, number>();
  const moves = given.map(({ id: givenId, revision, ...plan }, place) => {
    const id = givenId.toLowerCase();
    const earlier = places.get(id);
    if (earlier !== undefined) {
      const message = sentence`The task '${id}' is already moved by moves[${earlier}].`;
      issues.push({ message, members: [`moves[${place}].id`] });
    }
    places.set(id, place);
    return { id, revision, plan: readPlan(plan, `moves[${place}].`, issues) };
  });
  if (issues.length > 0) throw invalidRequest(issues);
  return moves;
};

/** Parses an edit of a task. Items that are named twice count once. */
export const readPatch = (given: TaskPatch): TaskChanges => {
  const { title, description, teamId, workbookId, itemIds, customProperties, ...plan } = given;
  const issues = Object.keys(customProperties ?? {}).flatMap(customNameErrors);
  const patch: TaskChanges = readPlan(plan, '', issues);
  if (issues.length > 0) throw invalidRequest(issues);
  if (title !== undefined) patch.title = title;
  if (description !== undefined) patch.description = description;
  if (teamId !== undefined) patch.teamId = teamId.toLowerCase();
  if (workbookId !== undefined) patch.workbookId = workbookId.toLowerCase();
  if (itemIds !== undefined) patch.itemIds = [...new Set(itemIds.map((id) => id.toLowerCase()))];
  if (customProperties !== undefined) patch.customProperties = customProperties;
  return patch;
};
