import { stateOf } from '#service/tasks/task.ts';

export type InspectionFacts = {
  inspection_id: string;
  task_id: string | null;
  external_id: string | null;
  title: string;
  state: number;
  version_id: string;
  workbook_id: string;
  workbook_title: string;
  workbook_version: string;
  team_id: string;
  team_title: string;
  time_zone: string;
  user_id: number;
  user_name: string;
  started_at: Date;
  ended_at: Date | null;
  completion: number;
  failed_count: number;
  approved_at: Date | null;
  approved_by: string | null;
  revision: number;
  changed_at: Date;
  item_count: number;
};

/** The latest result, for who asked for it: its parts are JSON text; null what it does not have. */
export type ResultParts = {
  completed_at: string | null;
  answers: string | null;
  remarks: string | null;
  failures: string | null;
  items: string | null;
};

/** A row of the list as JSON text. */
export const inspectionRowText = (row: InspectionFacts | (InspectionFacts & ResultParts)): string => {
  const facts = JSON.stringify(presentFacts(row));
  return 'answers' in row ? `${facts.slice(0, -1)},"result":${resultText(row)}}` : facts;
};

const resultText = (row: InspectionFacts & ResultParts): string => {
  if (row.completed_at === null) return 'null';
  const { completion, completed_at, answers, remarks, failures, items } = row;
  return (
    `{"completion":${completion},"completedAt":"${completed_at}","answers":${answers ?? '{}'},` +
    `"remarks":${remarks ?? '{}'},"failures":${failures ?? '[]'},"items":${items ?? '[]'}}`
  );
};

const presentFacts = (row: InspectionFacts) => ({
  id: row.inspection_id,
  taskId: row.task_id,
  externalId: row.external_id,
  title: row.title,
  state: stateOf(row.state),
  workbookId: row.version_id,
  definitionId: row.workbook_id,
  workbookTitle: row.workbook_title,
  workbookVersion: row.workbook_version,
  teamId: row.team_id,
  teamTitle: row.team_title,
  timeZone: row.time_zone,
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
