import type { TaskMove, TaskPatch } from '#contract/task-planning.ts';
import { msg } from '#i18n/message.ts';
import { type FieldProblem, invalidRequest } from '#service/problem.ts';
import { readFields } from '#service/tasks/read-fields.ts';
import { findCustomNameErrors } from '#service/tasks/task-input.ts';
import type { TaskChanges } from './patch-task.ts';
import type { Move } from './plan-tasks.ts';

const addAssignee = <Values>(values: Values, assigneeId: number | null | undefined) => ({
  ...values,
  ...(assigneeId !== undefined && { userId: assigneeId }),
});

/** Throws if a move is malformed or a task is moved twice. */
export const readMoves = (body: readonly TaskMove[]): Move[] => {
  const issues: FieldProblem[] = [];
  const indexes = new Map<string, number>();
  const moves = body.map(({ id: rawId, revision, assigneeId, ...fields }, index) => {
    const id = rawId.toLowerCase();
    const firstIndex = indexes.get(id);
    if (firstIndex !== undefined) {
      const message = msg`The task '${id}' is already moved by moves[${firstIndex}].`;
      issues.push({ message, members: [`moves[${index}].id`] });
    }
    indexes.set(id, index);
    const plan = addAssignee(readFields(fields, issues, `moves[${index}].`), assigneeId);
    return { id, revision, plan };
  });
  if (issues.length > 0) throw invalidRequest(issues);
  return moves;
};

export const readPatch = (body: TaskPatch): TaskChanges => {
  const { title, teamId, workbookId, assigneeId, itemIds, customProperties, ...fields } = body;
  const issues = Object.keys(customProperties ?? {}).flatMap(findCustomNameErrors);
  const patch: TaskChanges = addAssignee(readFields(fields, issues), assigneeId);
  if (issues.length > 0) throw invalidRequest(issues);
  if (title !== undefined) patch.title = title;
  if (teamId !== undefined) patch.teamId = teamId.toLowerCase();
  if (workbookId !== undefined) patch.workbookId = workbookId.toLowerCase();
  if (itemIds !== undefined) patch.itemIds = [...new Set(itemIds.map((id) => id.toLowerCase()))];
  if (customProperties !== undefined) patch.customProperties = customProperties;
  return patch;
};
