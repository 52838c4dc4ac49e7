import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { createDatabase } from '#service/testing/create-database.ts';

test('the schema contains only objects that backups support: tables, their indexes and identity columns, and functions', async (t) => {
  const { db } = await createDatabase(t);
  const unsupported = await run<{ name: string }>(
    db,
    `select relkind::text || ' ' || relname as name from pg_class as c
     where relnamespace = 'public'::regnamespace and relkind not in ('r', 'i')
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'i')
     union all
     select 'type ' || typname from pg_type
     where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r') and $1
     union all
     select 'trigger ' || tgname from pg_trigger where not tgisinternal`,
    [true],
  );
  assert.deepEqual(
    unsupported,
    [],
    'service/backup/dump-database.ts and restore-marker.ts must support them first',
  );
});
