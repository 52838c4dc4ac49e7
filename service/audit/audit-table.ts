import type { Table } from '#service/spreadsheets/table.ts';
import type { AuditRow, EventList } from './audit-statement.ts';

const COLUMNS = [
  'occurredAt',
  'kind',
  'actorName',
  'actorId',
  'clientId',
  'channel',
  'targetType',
  'targetName',
  'targetId',
  'ipAddress',
  'userAgent',
  'requestId',
  'id',
  'details',
] as const;

export const toAuditTable = (events: EventList): Table => ({
  name: 'Audit log',
  columns: COLUMNS.map((heading) => ({ heading, kind: 'text' })),
  batches: toBatches(events),
});

async function* toBatches({ rows, rest }: EventList) {
  yield rows.map(toRow);
  if (rest) for await (const batch of rest) yield batch.map(toRow);
}

const toRow = (row: AuditRow) => ({ values: COLUMNS.map((column) => toCell(row[column])), timeZone: 'UTC' });

const toCell = (value: AuditRow[keyof AuditRow]): string | null => {
  if (value === null) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
