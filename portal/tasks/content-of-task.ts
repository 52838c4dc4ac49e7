import { TASK_FIELDS, type TaskFieldValues } from '#contract/task-fields.ts';
import type { TaskView } from '#contract/task-view.ts';
import { propertiesOf } from './custom-properties.ts';
import type { TaskContent } from './TaskForm.tsx';

/** A task as the values of its form. */
export const contentOf = (task: TaskView): TaskContent => ({
  externalId: task.externalId,
  title: task.title,
  teamId: task.team.id,
  workbookId: task.workbook.id,
  assigneeId: task.assignee?.id ?? null,
  ...(Object.fromEntries(TASK_FIELDS.map(([name]) => [name, task[name]])) as TaskFieldValues),
  // The API returns only the first items: the items of a task with more cannot be edited here.
  items: task.itemCount > task.items.length ? null : task.items.map(({ id, title }) => ({ id, title })),
  properties: propertiesOf(task.customProperties),
});

/** The values for another task like this one, which gets its own external id. */
export const contentOfCopy = (task: TaskView): TaskContent => ({
  ...contentOf(task),
  externalId: '',
  items: task.items.map(({ id, title }) => ({ id, title })),
});
