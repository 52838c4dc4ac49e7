import { TASK_FIELDS, type TaskFieldValues } from '#contract/task-fields.ts';
import type { TaskView } from '#contract/task-view.ts';
import { toPropertyInputs } from './custom-properties.ts';
import type { TaskContent } from './TaskForm.tsx';

export const toTaskContent = (task: TaskView): TaskContent => ({
  externalId: task.externalId,
  title: task.title,
  teamId: task.team.id,
  workbookId: task.workbook.id,
  assigneeId: task.assignee?.id ?? null,
  ...(Object.fromEntries(TASK_FIELDS.map(([name]) => [name, task[name]])) as TaskFieldValues),
  // The API returns only the first few items. If a task has more, its items cannot be edited here.
  items: task.itemCount > task.items.length ? null : task.items.map(({ id, title }) => ({ id, title })),
  properties: toPropertyInputs(task.customProperties),
});

/** The copy gets its own external ID. */
export const createCopyContent = (task: TaskView): TaskContent => ({
  ...toTaskContent(task),
  externalId: '',
  items: task.items.map(({ id, title }) => ({ id, title })),
});
