import type { Names } from './name-loader.ts';
import type { ReadTaskRow } from './read-task.ts';
import { stateFromCode } from './task.ts';
import type { TaskRow } from './task-queries.ts';

/** See the contract, Task; decision T11. */
export const presentTask = (task: ReadTaskRow) => ({
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

/** See decision T18. */
export const presentTaskRow = (task: TaskRow, { teams, versions, users }: Names) => ({
  id: task.task_id,
  externalId: task.external_id,
  title: task.title,
  teamName: teams[task.team_id]!.title,
  workbookName: versions[task.version_id]!.name,
  assignedUserName: task.assigned_user_id === null ? null : users[task.assigned_user_id]!,
  description: task.description,
  startDate: task.start_date,
  dueDate: task.due_date,
  itemsToInspect: task.items_to_inspect,
  state: stateFromCode(task.state),
  inspectionId: task.inspection_id,
  workbookId: task.version_id,
  workbookTitle: versions[task.version_id]!.title,
  workbookVersionCode: versions[task.version_id]!.version_code,
  assignedUserId: task.assigned_user_id,
  workAreaId: task.team_id,
  workAreaTitle: teams[task.team_id]!.title,
  isPublished: true,
  isDeleted: false,
  actualStart: task.actual_start,
  actualEnd: task.actual_end,
  sentDate: task.sent_date,
  creationTime: task.created_at,
  lastModificationTime: task.modified_at,
  ...task.custom_properties,
});
