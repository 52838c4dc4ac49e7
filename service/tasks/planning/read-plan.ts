import type { TaskMove, TaskPatch } from '#contract/task-planning.ts';
import { sentence } from '#i18n/sentence.ts';
import { type FieldProblem, invalidRequest } from '#service/problem.ts';
import { readFields } from '#service/tasks/read-fields.ts';
import { customNameErrors } from '#service/tasks/task-draft.ts';
import type { TaskChanges } from './patch-task.ts';
import type { Move } from './plan-tasks.ts';

const withAssignee = <Values>(values: Values, assigneeId: number | null | undefined) => ({
  ...values,
  ...(assigneeId !== undefined && { userId: assigneeId }),
});

/** Parses moves. Throws if a move is malformed, or if a task is moved twice. */
export const readMoves = (given: readonly TaskMove[]): Move[] => {
  const issues: FieldProblem[] = [];
  const places = new Map<string, number>();
  const moves = given.map(({ id: givenId, revision, assigneeId, ...fields }, place) => {
    const id = givenId.toLowerCase();
    const earlier = places.get(id);
    if (earlier !== undefined) {
      const message = sentence`The task '${id}' is already moved by moves[${earlier}].`;
      issues.push({ message, members: [`moves[${place}].id`] });
    }
    places.set(id, place);
    const plan = withAssignee(readFields(fields, issues, `moves[${place}].`), assigneeId);
    return { id, revision, plan };
  });
  if (issues.length > 0) throw invalidRequest(issues);
  return moves;
};

/** Parses an edit of a task. Items that are named twice count once. */
export const readPatch = (given: TaskPatch): TaskChanges => {
  const { title, teamId, workbookId, assigneeId, itemIds, customProperties, ...fields } = given;
  const issues = Object.keys(customProperties ?? {}).flatMap(customNameErrors);
  const patch: TaskChanges = withAssignee(readFields(fields, issues), assigneeId);
  if (issues.length > 0) throw invalidRequest(issues);
  if (title !== undefined) patch.title = title;
  if (teamId !== undefined) patch.teamId = teamId.toLowerCase();
  if (workbookId !== undefined) patch.workbookId = workbookId.toLowerCase();
  if (itemIds !== undefined) patch.itemIds = [...new Set(itemIds.map((id) => id.toLowerCase()))];
  if (customProperties !== undefined) patch.customProperties = customProperties;
  return patch;
};
