import { stateFromCode } from './task.ts';
import type { ListedTask, ReadTask } from './task-queries.ts';

/** A task as returned under the contract: the fields that were sent, and the state (contract, Task; decision T11). */
export const presentTask = (task: ReadTask) => ({
  externalId: task.external_id,
  title: task.title,
  teamName: task.team_title,
  workbookName: task.workbook_name,
  assignedUserName: task.assigned_user_name ?? undefined,
  description: task.description ?? undefined,
  startDate: task.start_date?.toISOString(),
  dueDate: task.due_date?.toISOString(),
  itemsToInspect: task.items_to_inspect ?? undefined,
  state: stateFromCode(task.state),
  inspectionId: task.inspection_id ?? undefined,
  ...task.custom_properties,
});

/** A row of the task list, with additional fields, and with null for absent values (decision T18). */
export const presentTaskRow = (task: ListedTask) => ({
  id: task.task_id,
  externalId: task.external_id,
  title: task.title,
  teamName: task.team_title,
  workbookName: task.workbook.name,
  assignedUserName: task.assigned_user_name,
  description: task.description,
  startDate: task.start_date,
  dueDate: task.due_date,
  itemsToInspect: task.items_to_inspect,
  state: stateFromCode(task.state),
  inspectionId: task.inspection_id,
  workbookId: task.version_id,
  workbookTitle: task.workbook.title,
  workbookVersionCode: task.workbook.version_code,
  assignedUserId: task.assigned_user_id,
  workAreaId: task.team_id,
  workAreaTitle: task.team_title,
  isPublished: true,
  isDeleted: false,
  actualStart: task.actual_start,
  actualEnd: task.actual_end,
  sentDate: task.sent_date,
  creationTime: task.created_at,
  lastModificationTime: task.modified_at,
  ...task.custom_properties,
});
