import { TASK_FIELDS, type TaskFieldValues } from '#contract/task-fields.ts';
import type { TaskView } from '#contract/task-view.ts';
import { propertiesOf } from './custom-properties.ts';
import type { TaskContent } from './TaskForm.tsx';

/** The form values of a task. */
export const contentOf = (task: TaskView): TaskContent => ({
  externalId: task.externalId,
  title: task.title,
  teamId: task.team.id,
  workbookId: task.workbook.id,
  assigneeId: task.assignee?.id ?? null,
  ...(Object.fromEntries(TASK_FIELDS.map(([name]) => [name, task[name]])) as TaskFieldValues),
  // The API returns only the first items. If a task has more, they cannot be edited here.
  items: task.itemCount > task.items.length ? null : task.items.map(({ id, title }) => ({ id, title })),
  properties: propertiesOf(task.customProperties),
});

/** The form values for a copy of a task, which gets its own external ID. */
export const contentOfCopy = (task: TaskView): TaskContent => ({
  ...contentOf(task),
  externalId: '',
  items: task.items.map(({ id, title }) => ({ id, title })),
});
