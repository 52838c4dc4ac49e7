import type { TaskHistoryEntry } from '#contract/task-history.ts';
import type { Message } from '#i18n/message.ts';
import type { Database } from '#service/database/connect.ts';
import { findRow, run, statement } from '#service/database/statement.ts';
import { decodeCursor, encodeCursor } from '#service/http/cursor.ts';
import { invalidCursor } from '#service/http/request-problems.ts';
import type { Scope } from '#service/identity/actor.ts';
import { LIST_TASK_HISTORY } from './task-history-statement.ts';

export type HistoryRow = { [Kind in TaskHistoryEntry['kind']]: HistoryRowOf<Kind> }[TaskHistoryEntry['kind']];

type HistoryRowOf<Kind extends TaskHistoryEntry['kind']> = SortKey & {
  kind: Kind;
  user_name: string | null;
  inspection_id: string | null;
  details: DetailsOf<Kind>;
  has_next: boolean;
};

type DetailsOf<Kind extends TaskHistoryEntry['kind']> = Kind extends 'followedUp'
  ? FollowUpDetails
  : Extract<TaskHistoryEntry, { kind: Kind }>['details'];

export type FollowUpDetails = Omit<Extract<TaskHistoryEntry, { kind: 'followedUp' }>['details'], 'error'> & {
  error: Message | null;
};

type SortKey = { at: Date; seq: number; rank: number; tie: string };

const FIND_TASK_INSPECTION_IDS = statement('find-inspections-of-task')`
  select array(
    select inspection_id from inspection
    where inspection.tenant_id = $1 and inspection.task_id = $2 and not inspection.is_deleted
  ) as inspection_ids
  from task where tenant_id = $1 and task_id = $2 and ($3::uuid[] is null or team_id = any($3::uuid[]))`.narrow<{
  inspection_ids: string[];
}>();

/** Includes deleted tasks, whose history can still be read. */
export const findTaskInspectionIds = async (
  db: Database,
  { tenantId, teamIds }: Scope,
  taskId: string,
): Promise<string[] | undefined> =>
  (await findRow(db, FIND_TASK_INSPECTION_IDS, [tenantId, taskId, teamIds]))?.inspection_ids;

type HistoryReader = {
  tenantId: number;
  userId: number;
  /** The teams whose inspections the reader can see; null for all. */
  inspectedTeamIds: readonly string[] | null;
};

const LIST_HISTORY = LIST_TASK_HISTORY.narrow<HistoryRow>();

export const listTaskHistory = async (
  db: Database,
  { tenantId, userId, inspectedTeamIds }: HistoryReader,
  { taskId, inspectionIds }: { taskId: string; inspectionIds: readonly string[] },
  { after, limit }: { after: string | undefined; limit: number },
): Promise<{ rows: HistoryRow[]; next: string | null }> => {
  const start = after === undefined ? undefined : parseSortKey(decodeCursor(after));
  const rows = await run(db, LIST_HISTORY, [
    tenantId,
    taskId,
    inspectionIds,
    inspectedTeamIds,
    userId,
    start?.at,
    start?.seq,
    start?.rank,
    start?.tie,
    limit,
  ]);
  const lastRow = rows.at(-1);
  return { rows, next: lastRow?.has_next ? encodeCursor(formatSortKey(lastRow)) : null };
};

const formatSortKey = ({ at, seq, rank, tie }: SortKey): string => `${at.getTime()} ${seq} ${rank} ${tie}`;

/** Keeps forged cursors within the range of PostgreSQL's types. */
const SORT_KEY_PATTERN = /^(\d{1,14}) (\d{1,15}) (\d) (.*)$/s;

const parseSortKey = (key: string): SortKey => {
  const [, at, seq, rank, tie] = SORT_KEY_PATTERN.exec(key) ?? [];
  if (tie === undefined) throw invalidCursor();
  return { at: new Date(Number(at)), seq: Number(seq), rank: Number(rank), tie };
};
