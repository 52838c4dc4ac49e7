import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { createDatabase, registerDatabase } from '#service/testing/create-database.ts';
import { explainScans } from '#service/testing/explain-scans.ts';
import { createOrganisation } from '#service/testing/organisation.ts';
import { buildAuditStatement } from './audit-statement.ts';

const EVENT_COUNT = 20_000;
const PAGE_SIZE = 51;
/** Each rare value belongs to one event in a thousand, all of them early. */
const QUERIES: [query: Record<string, string>, index: string][] = [
  [{}, 'audit_event_time_index'],
  [{ from: 'DAY 10', to: 'DAY 11' }, 'audit_event_time_index'],
  [{ to: 'DAY 2' }, 'audit_event_time_index'],
  [{ kind: 'role.edited' }, 'audit_event_kind_index'],
  [{ kind: 'role' }, 'audit_event_area_index'],
  [{ actor: 'Rare' }, 'audit_event_actor_index'],
  [{ ipAddress: '10.0.0.9' }, 'audit_event_address_index'],
  [{ targetId: 'rare' }, 'audit_event_target_index'],
  [{ targetType: 'role' }, 'audit_event_target_type_index'],
];

test('a page of the audit log is read from an index, whatever the filter', async (t) => {
  const database = await createDatabase(t);
  await registerDatabase(database);
  const { db } = database;
  const { tenantId } = await createOrganisation(db);
  await run(
    db,
    `insert into audit_event (tenant_id, happened_at, kind, actor_name, channel, target_type, target_id, address, details)
     select $1, now() - interval '1 hour' * ($2::integer - number), case when is_rare then 'role.edited' else 'user.edited' end,
            case when is_rare then 'rare' else 'admin' end, 'http', case when is_rare then 'role' else 'user' end,
            case when is_rare then 'rare' else 'common' end, case when is_rare then '10.0.0.9' else '10.0.0.1' end, '{}'
     from (
       select number, number % 500 = 0 and number < $2::integer / 2 as is_rare from generate_series(1, $2::integer) as number
     ) as made`,
    [tenantId, EVENT_COUNT],
  );
  await run(db, 'vacuum analyze', []);
  const toInstant = (day: string) =>
    new Date(Date.now() - EVENT_COUNT * 3_600_000 + Number(day) * 86_400_000).toISOString();
  for (const [query, index] of QUERIES) {
    const values = Object.entries(query).map(([name, value]) => [
      name,
      value.replace(/^DAY (\d+)/, (_, day) => toInstant(day)),
    ]);
    const statement = buildAuditStatement(db, {
      tenantId,
      query: Object.fromEntries(values),
      max: PAGE_SIZE,
    });
    const [scan] = await explainScans(db, statement.sql, statement.parameters);
    assert.equal(scan!.index, index, JSON.stringify(query));
    assert.ok(scan!.rows <= PAGE_SIZE, `${JSON.stringify(query)} read ${scan!.rows} events`);
  }
});
