import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createDatabase } from '#service/testing/create-database.ts';
import { createOlderSchema } from '#service/testing/create-older-schema.ts';
import { migrate } from './migrate.ts';

const ENDED_INSPECTION = '01a1ff54-0000-7000-8000-000000000001';
const INSPECTION_WITH_ITEM = '01a1ff54-0000-7000-8000-000000000002';
const OPEN_INSPECTION = '01a1ff54-0000-7000-8000-000000000003';
const ITEM = '01a1ff54-0000-7000-8000-00000000000a';
const UNRELATED_ID = '01a1ff54-0000-7000-8000-00000000000f';

/** Inspections without the teams, workbooks and items they refer to. */
const INSPECTIONS = `
  alter table inspection drop constraint inspection_workbook_version_fkey, drop constraint inspection_team_fkey;
  alter table inspection_item drop constraint inspection_item_item_fkey;
  insert into tenant (tenancy_name) values ('default');
  insert into app_user (tenant_id, user_name, name, surname) values (1, 'anna', 'Anna', 'de Vries');
  insert into inspection (tenant_id, inspection_id, workbook_version_id, team_id, user_id, state, revision, prefill, ended_at)
  values (1, '${ENDED_INSPECTION}', '${UNRELATED_ID}', '${UNRELATED_ID}', 1, 3, 4, '{}', '2026-03-01T12:00:00Z'),
         (1, '${INSPECTION_WITH_ITEM}', '${UNRELATED_ID}', '${UNRELATED_ID}', 1, 3, 1, '{}', '2026-03-02T12:00:00Z'),
         (1, '${OPEN_INSPECTION}', '${UNRELATED_ID}', '${UNRELATED_ID}', 1, 2, 1, '{}', null);
  insert into inspection_item (tenant_id, inspection_id, item_id, position) values (1, '${INSPECTION_WITH_ITEM}', '${ITEM}', 1);
  insert into answer (tenant_id, inspection_id, revision, item_id, field, value, answered_by)
  values (1, '${ENDED_INSPECTION}', 1, null, 'Height', '1', 1), (1, '${ENDED_INSPECTION}', 2, null, 'Remark', '"ok"', 1),
         (1, '${ENDED_INSPECTION}', 3, null, 'Height', '2', 1), (1, '${ENDED_INSPECTION}', 4, null, 'Remark', null, 1),
         (1, '${INSPECTION_WITH_ITEM}', 1, '${ITEM}', 'Height', '3', 1), (1, '${OPEN_INSPECTION}', 1, null, 'Height', '4', 1)`;

test('the upgrade adds completions to inspections completed before completions were stored', async (t) => {
  const { db } = await createDatabase(t);
  await createOlderSchema(db, 12);
  await sql.raw(INSPECTIONS).execute(db);
  await migrate(db);
  const { rows } = await sql`
    select inspection.inspection_id, inspection.completion, completed.revision, completed.completed_at, item_position, item_id, answers
    from inspection
    left join inspection_completion as completed on completed.inspection_id = inspection.inspection_id
    left join inspection_result as result on result.inspection_id = inspection.inspection_id
    order by inspection.inspection_id
  `.execute(db);
  const createCompletion = (day: number) => ({
    completion: 1,
    completed_at: new Date(`2026-03-0${day}T12:00:00Z`),
  });
  assert.deepEqual(rows, [
    {
      inspection_id: ENDED_INSPECTION,
      ...createCompletion(1),
      revision: 4,
      item_position: 0,
      item_id: null,
      answers: { Height: 2 },
    },
    {
      inspection_id: INSPECTION_WITH_ITEM,
      ...createCompletion(2),
      revision: 1,
      item_position: 1,
      item_id: ITEM,
      answers: { Height: 3 },
    },
    {
      inspection_id: OPEN_INSPECTION,
      completion: 0,
      revision: null,
      completed_at: null,
      item_position: null,
      item_id: null,
      answers: null,
    },
  ]);
});

test('the upgrade numbers later teams with the same title, and the audit log shows the change', async (t) => {
  const { db } = await createDatabase(t);
  await createOlderSchema(db, 41);
  const id = (number: number) => `01a1ff54-0000-7000-8000-00000000000${number}`;
  await sql
    .raw(`
      insert into tenant (tenancy_name) values ('one'), ('two');
      insert into team (tenant_id, team_id, title, description, created_at) values
        (1, '${id(1)}', 'QUAYS', '', '2026-01-03'), (1, '${id(2)}', 'Quays', '', '2026-01-01'),
        (1, '${id(3)}', 'quays', '', '2026-01-02'), (1, '${id(4)}', 'Quays (2)', '', '2026-01-04'),
        (1, '${id(5)}', 'Locks', '', '2026-01-01'), (2, '${id(6)}', 'Quays', '', '2026-01-01')`)
    .execute(db);
  await migrate(db);
  const { rows } = await sql<{ title: string }>`select title from team order by team_id`.execute(db);
  const expected = ['QUAYS (4)', 'Quays', 'quays (3)', 'Quays (2)', 'Locks', 'Quays'];
  assert.deepEqual(
    rows.map(({ title }) => title),
    expected,
  );
  const { rows: events } = await sql`
    select kind, target_id, details from audit_event order by target_id
  `.execute(db);
  const createRenameEvent = (number: number, before: string, after: string) => ({
    kind: 'team.edited',
    target_id: id(number),
    details: { before: { title: before }, after: { title: after } },
  });
  assert.deepEqual(events, [
    createRenameEvent(1, 'QUAYS', 'QUAYS (4)'),
    createRenameEvent(3, 'quays', 'quays (3)'),
  ]);
  await assert.rejects(
    sql`insert into team (tenant_id, team_id, title, description) values (1, ${id(7)}, 'lockS', '')`.execute(
      db,
    ),
    /team_title_key/,
  );
});

test('the upgrade normalises team titles to NFC, and numbers titles that become duplicates', async (t) => {
  const { db } = await createDatabase(t);
  await createOlderSchema(db, 50);
  const id = (number: number) => `01a1ff54-0000-7000-8000-00000000000${number}`;
  await sql
    .raw(`
      insert into tenant (tenancy_name) values ('default');
      insert into team (tenant_id, team_id, title, description, created_at) values
        (1, '${id(1)}', 'Cafés', '', '2026-01-01'), (1, '${id(2)}', 'Cafés', '', '2026-01-02'),
        (1, '${id(3)}', 'Écluses', '', '2026-01-03'), (1, '${id(4)}', 'Locks', '', '2026-01-04')`)
    .execute(db);
  await migrate(db);
  const { rows } = await sql<{ title: string; revision: string }>`
    select title, revision from team order by team_id
  `.execute(db);
  assert.deepEqual(
    rows.map(({ title }) => title),
    ['Cafés', 'Cafés (2)', 'Écluses', 'Locks'],
  );
  const { rows: events } = await sql<{ target_id: string }>`
    select target_id from audit_event where kind = 'team.edited' order by target_id
  `.execute(db);
  assert.deepEqual(
    events.map(({ target_id }) => target_id),
    [id(2), id(3)],
  );
});

test('the upgrade grants Inspections.Share only to the built-in roles that need it', async (t) => {
  const { db } = await createDatabase(t);
  await createOlderSchema(db, 42);
  await sql
    .raw(`
      insert into tenant (tenancy_name) values ('default');
      insert into role (tenant_id, name, is_tenant_wide, permissions) values
        (1, 'Administrator', true, '{Audit.Read,Inspections.Read}'), (1, 'Planner', false, '{Inspections.Read,Tasks.Read}'),
        (1, 'Viewer', false, '{Inspections.Read}'), (1, 'Custom', false, '{Inspections.Read}')`)
    .execute(db);
  await migrate(db);
  const { rows } = await sql<{ name: string; permissions: string[] }>`
    select name, permissions from role order by role_id
  `.execute(db);
  assert.deepEqual(
    rows.map(({ name, permissions }) => [name, ...permissions]),
    [
      ['Administrator', 'Audit.Read', 'Inspections.Read', 'Inspections.Share'],
      ['Planner', 'Inspections.Read', 'Inspections.Share', 'Tasks.Read'],
      ['Viewer', 'Inspections.Read'],
      ['Custom', 'Inspections.Read'],
    ],
  );
  const { rows: events } = await sql<{ target_name: string }>`
    select target_name from audit_event where kind = 'role.edited' order by target_id
  `.execute(db);
  assert.deepEqual(
    events.map(({ target_name }) => target_name),
    ['Administrator', 'Planner'],
  );
});

test('the upgrade renames `member` to `property` in the changes of a task’s history', async (t) => {
  const { db } = await createDatabase(t);
  await createOlderSchema(db, 54);
  await sql
    .raw(`
      alter table task_event drop constraint task_event_task_fkey, drop constraint task_event_user_fkey;
      insert into tenant (tenancy_name) values ('default');
      insert into task_event (tenant_id, task_id, kind, details) values
        (1, '${UNRELATED_ID}', 'edited', '{"changes":[{"member":"title","before":"a","after":"b"},{"member":"x","before":null,"after":1}]}')`)
    .execute(db);
  await migrate(db);
  const { rows } = await sql`select details from task_event`.execute(db);
  assert.deepEqual(rows, [
    {
      details: {
        changes: [
          { property: 'title', before: 'a', after: 'b' },
          { property: 'x', before: null, after: 1 },
        ],
      },
    },
  ]);
});

test('an administrator reads what to run if the role may not create extensions', async (t) => {
  const { db, connection } = await createDatabase(t);
  const { database } = connection;
  await createOlderSchema(db, 59);
  const setPermission = (statement: string) => sql`${sql.raw(statement)} on database ${sql.id(database)}`;
  await sql`${setPermission('revoke create')} from current_user`.execute(db);
  await assert.rejects(
    migrate(db),
    /connect to the database "test_.*create extension if not exists btree_gin/,
  );
  await sql`${setPermission('grant create')} to current_user`.execute(db);
  await migrate(db);
  const { rows } = await sql<{ extname: string }>`
    select extname from pg_extension where extname in ('pg_trgm', 'btree_gin')`.execute(db);
  assert.equal(rows.length, 2);
});
