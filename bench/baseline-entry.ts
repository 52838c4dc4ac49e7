import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

/* Change feed entries for the baseline: the query with the joins an entry requires, and its 24 properties. */

/** `$1` is the tenant ID. Callers append further conditions, an order and a limit. */
export const SELECT_ENTRIES = `
  select feed.version, task.task_id, task.inspection_id, task.external_id, task.title, workbook_version.version_id,
         workbook_version.title as workbook_title, workbook_version.version_code, app_user.user_id, app_user.user_name,
         task.description, task.start_date, task.due_date, task.state, task.is_self_assignable, team.team_id,
         team.title as team_title, task.actual_start, task.actual_end, task.sent_date, task.modified_at,
         task.items_to_inspect, task.is_deleted
  from feed
  join task on task.tenant_id = $1 and task.task_id = feed.entity_id
  join workbook_version on workbook_version.tenant_id = $1 and workbook_version.version_id = task.workbook_version_id
  join team on team.tenant_id = $1 and team.team_id = task.team_id
  left join app_user on app_user.tenant_id = $1 and app_user.user_id = task.assigned_user_id
  where feed.tenant_id = $1`;

type EntryRow = Record<
  'start_date' | 'due_date' | 'actual_start' | 'actual_end' | 'sent_date',
  Date | null
> & {
  modified_at: Date;
  version: string;
} & Record<string, unknown>;

/** Formats a feed page the way the service does. `token` is the request's token. The next token has the same epoch. */
export const formatPage = (rows: EntryRow[], url: string, token: string): string => {
  const nextToken = formatToken((readToken(token) & ~VERSION_MASK) + BigInt(rows.at(-1)!.version));
  const result = {
    results: rows.map(formatEntry),
    nextChangeToken: nextToken,
    nextLink: `${url}?changeToken=${nextToken}`,
  };
  return JSON.stringify({
    result,
    targetUrl: null,
    success: true,
    error: null,
    unAuthorizedRequest: false,
    __abp: true,
  });
};

const formatEntry = (row: EntryRow) => ({
  id: row.task_id,
  inspectionId: row.inspection_id,
  externalId: row.external_id,
  title: row.title,
  workbookId: row.version_id,
  workbookTitle: row.workbook_title,
  workbookVersionCode: row.version_code,
  assignedUserId: row.user_id === null ? null : Number(row.user_id),
  assignedUserName: row.user_name,
  description: row.description,
  startDate: row.start_date?.toISOString() ?? null,
  dueDate: row.due_date?.toISOString() ?? null,
  state: row.state,
  isSelfAssignable: row.is_self_assignable,
  workAreaId: row.team_id,
  workAreaTitle: row.team_title,
  isPublished: true,
  actualStart: row.actual_start?.toISOString() ?? null,
  actualEnd: row.actual_end?.toISOString() ?? null,
  sentDate: row.sent_date?.toISOString() ?? null,
  hasTask: true,
  lastModificationTime: row.modified_at.toISOString(),
  inspectedItems: row.items_to_inspect,
  isDeleted: row.is_deleted,
});

export const CHANGES_PATH = '/api/services/custom/externaltask/GetChanges';
export const CHANGES_RESPONSE_END = '"success":true,"error":null,"unAuthorizedRequest":false,"__abp":true}';

const VERSION_MASK = (1n << 32n) - 1n;

const readToken = (token: string): bigint => Buffer.from(token, 'base64url').readBigUInt64BE();

export const readVersion = (token: string): string => (readToken(token) & VERSION_MASK).toString();

const formatToken = (position: bigint): string => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(position);
  return bytes.toString('base64url');
};

/** Returns the tokens the service issues for the versions selected by `versionsQuery`, which are of the latest epoch. */
export const createTokens = async (
  db: Database,
  { tenantId }: { tenantId: number },
  versionsQuery: string,
): Promise<string[]> => {
  const rows = await run<{ position: string }>(
    db,
    `select (feed_counter.base_position + selected.version - feed_counter.base_version)::text as position
     from feed_counter, (${versionsQuery}) as selected where feed_counter.tenant_id = $1`,
    [tenantId],
  );
  return rows.map(({ position }) => formatToken(BigInt(position)));
};
