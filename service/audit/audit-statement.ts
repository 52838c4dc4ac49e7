import { type RawBuilder, sql } from 'kysely';
import type { AuditEvent, AuditExportQuery } from '#contract/audit.ts';
import type { Database } from '#service/database/connect.ts';
import { parseInstantParameter } from '#service/http/instant-parameter.ts';

export type AuditRow = Omit<AuditEvent, 'occurredAt'> & { occurredAt: Date };

export type EventList = { rows: AuditRow[]; rest: AsyncIterable<AuditRow[]> | undefined };

/** The last event of a page. */
export type AuditPosition = { occurredAt: Date; id: string };

export type AuditRequest = {
  tenantId: number;
  query: AuditExportQuery;
  before?: AuditPosition | undefined;
  max?: number | undefined;
};

/** Every index ends with the sort key, so a page is read from the index of one of the filters. */
export const buildAuditStatement = (db: Database, { tenantId, query, before, max }: AuditRequest) =>
  sql<AuditRow>`
    select event_id::text as id, happened_at as "occurredAt", kind, actor_id as "actorId", actor_name as "actorName",
           client_id as "clientId", channel, target_type as "targetType", target_id as "targetId",
           target_name as "targetName", address as "ipAddress", agent as "userAgent", request_id as "requestId", details
    from audit_event
    where ${sql.join(buildConditions(tenantId, query, before), sql` and `)}
    order by happened_at desc, event_id desc
    ${max === undefined ? sql`` : sql`limit ${max}`}`.compile(db);

const buildConditions = (tenantId: number, query: AuditExportQuery, before: AuditPosition | undefined) => {
  const conditions: RawBuilder<unknown>[] = [sql`tenant_id = ${tenantId}`];
  const add = <Value>(value: Value | undefined, condition: (value: Value) => RawBuilder<unknown>) => {
    if (value !== undefined) conditions.push(condition(value));
  };
  add(query.id, (id) => sql`event_id = ${id}::bigint`);
  add(
    before,
    ({ occurredAt, id }) => sql`(happened_at, event_id) < (${occurredAt}::timestamptz, ${id}::bigint)`,
  );
  // All kinds in an area share the prefix before the dot, and no kind has the same name as an area.
  add(query.kind, (kind: string) =>
    kind.includes('.') ? sql`kind = ${kind}` : sql`split_part(kind, '.', 1) = ${kind}`,
  );
  add(query.actor, (name) => sql`lower(actor_name) = lower(${name})`);
  add(query.targetType, (type) => sql`target_type = ${type}`);
  add(query.targetId, (id) => sql`target_id = ${id}`);
  add(query.ipAddress, (address) => sql`address = ${address}`);
  add(parseInstantParameter('from', query.from), (from) => sql`happened_at >= ${from}`);
  add(parseInstantParameter('to', query.to), (to) => sql`happened_at < ${to}`);
  return conditions;
};
