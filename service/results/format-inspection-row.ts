import type { Database } from '#service/database/connect.ts';
import { createNameLoader, type Names } from '#service/tasks/name-loader.ts';
import { stateFromCode } from '#service/tasks/task.ts';

/** `title` is null if there is no task. */
export type InspectionRow = {
  id: string;
  taskId: string | null;
  externalId: string | null;
  title: string | null;
  state: number;
  workbookId: string;
  teamId: string;
  userId: number;
  startedAt: Date;
  endedAt: Date | null;
  completion: number;
  failedCount: number;
  approvedAt: Date | null;
  approver_id: number | null;
  revision: number;
  changedAt: Date;
  itemCount: number;
};

export type NamedInspectionRow = ReturnType<typeof addNames>;

const addNames = ({ approver_id, ...row }: InspectionRow, { teams, versions, users }: Names) => {
  const team = teams[row.teamId]!;
  const version = versions[row.workbookId]!;
  return {
    ...row,
    title: row.title ?? version.title,
    state: stateFromCode(row.state),
    definitionId: version.workbook_id,
    workbookTitle: version.title,
    workbookVersion: version.version,
    teamTitle: team.title,
    timeZone: team.time_zone,
    userName: users[row.userId]!,
    approvedBy: approver_id === null ? null : users[approver_id]!,
  };
};

export const createInspectionNamer = (db: Database, tenantId: number) =>
  createNameLoader(db, tenantId, {
    getReferences: ({ teamId, workbookId, userId, approver_id }: InspectionRow) => ({
      teamId,
      versionId: workbookId,
      userIds: [userId, approver_id],
    }),
    addNames,
  });

/** The latest result as JSON; all null if there is none. */
type ResultJson = Record<'completed_at' | 'answers' | 'comments' | 'failures' | 'items', string | null>;

export const formatInspectionRow = (row: NamedInspectionRow & Partial<ResultJson>): string => {
  const { completed_at, answers, comments, failures, items, ...inspection } = row;
  const json = JSON.stringify(inspection);
  if (completed_at === undefined) return json;
  const result =
    completed_at === null
      ? 'null'
      : `{"completion":${inspection.completion},"completedAt":"${completed_at}","answers":${answers ?? '{}'},` +
        `"comments":${comments ?? '{}'},"failures":${failures ?? '[]'},"items":${items ?? '[]'}}`;
  return `${json.slice(0, -1)},"result":${result}}`;
};
