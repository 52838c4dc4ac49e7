import type { Database } from '#service/database/connect.ts';
import { createNameLoader, type Names } from '#service/tasks/name-loader.ts';
import { stateFromCode } from '#service/tasks/task.ts';

/** A row of `inspection` with data from its task; the title is null if there is no task. */
export type InspectionRow = {
  inspection_id: string;
  task_id: string | null;
  external_id: string | null;
  title: string | null;
  state: number;
  version_id: string;
  team_id: string;
  user_id: number;
  started_at: Date;
  ended_at: Date | null;
  completion: number;
  failed_count: number;
  approved_at: Date | null;
  approver_id: number | null;
  revision: number;
  changed_at: Date;
  item_count: number;
};

export type NamedInspectionRow = ReturnType<typeof addNames>;

const addNames = (row: InspectionRow, { teams, versions, users }: Names) => ({
  ...row,
  team: teams[row.team_id]!,
  workbook: versions[row.version_id]!,
  user_name: users[row.user_id]!,
  approved_by: row.approver_id === null ? null : users[row.approver_id]!,
});

/** Returns a function that adds names to batches of rows. */
export const createInspectionNamer = (db: Database, tenantId: number) =>
  createNameLoader(db, tenantId, {
    listUserIds: ({ user_id, approver_id }: InspectionRow) => [user_id, approver_id],
    addNames,
  });

/** The latest result, if requested: its parts as JSON, or null. */
export type ResultParts = {
  completed_at: string | null;
  answers: string | null;
  comments: string | null;
  failures: string | null;
  items: string | null;
};

/** Formats a row of the list as JSON. */
export const formatInspectionRow = (row: NamedInspectionRow | (NamedInspectionRow & ResultParts)): string => {
  const json = JSON.stringify(presentRow(row));
  return 'answers' in row ? `${json.slice(0, -1)},"result":${formatResult(row)}}` : json;
};

const formatResult = (row: NamedInspectionRow & ResultParts): string => {
  if (row.completed_at === null) return 'null';
  const { completion, completed_at, answers, comments, failures, items } = row;
  return (
    `{"completion":${completion},"completedAt":"${completed_at}","answers":${answers ?? '{}'},` +
    `"comments":${comments ?? '{}'},"failures":${failures ?? '[]'},"items":${items ?? '[]'}}`
  );
};

const presentRow = (row: NamedInspectionRow) => ({
  id: row.inspection_id,
  taskId: row.task_id,
  externalId: row.external_id,
  title: row.title ?? row.workbook.title,
  state: stateFromCode(row.state),
  workbookId: row.version_id,
  definitionId: row.workbook.workbook_id,
  workbookTitle: row.workbook.title,
  workbookVersion: row.workbook.version,
  teamId: row.team_id,
  teamTitle: row.team.title,
  timeZone: row.team.time_zone,
  userId: row.user_id,
  userName: row.user_name,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  completion: row.completion,
  failedCount: row.failed_count,
  approvedAt: row.approved_at,
  approvedBy: row.approved_by,
  revision: row.revision,
  changedAt: row.changed_at,
  itemCount: row.item_count,
});
