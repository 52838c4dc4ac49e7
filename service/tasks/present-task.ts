import { formatWireTime } from '#service/database/wire-time.ts';
import type { ReadTaskRow } from './read-task.ts';
import { stateFromCode } from './task.ts';
import type { NamedTaskRow } from './task-queries.ts';

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

const formatTime = (time: string | null) => (time === null ? null : formatWireTime(time));

/** See decision T18. */
export const presentTaskRow = (task: NamedTaskRow) => ({
  id: task.task_id,
  externalId: task.external_id,
  title: task.title,
  teamName: task.team_title,
  workbookName: task.workbook_name,
  assignedUserName: task.assigned_user_name,
  description: task.description,
  startDate: formatTime(task.start_date),
  dueDate: formatTime(task.due_date),
  itemsToInspect: task.items_to_inspect,
  state: stateFromCode(task.state),
  inspectionId: task.inspection_id,
  workbookId: task.version_id,
  workbookTitle: task.workbook_title,
  workbookVersionCode: task.version_code,
  assignedUserId: task.assigned_user_id,
  workAreaId: task.team_id,
  workAreaTitle: task.team_title,
  isPublished: true,
  isDeleted: false,
  actualStart: formatTime(task.actual_start),
  actualEnd: formatTime(task.actual_end),
  sentDate: formatTime(task.sent_date),
  creationTime: formatWireTime(task.created_at),
  lastModificationTime: formatWireTime(task.modified_at),
  ...task.custom_properties,
});
