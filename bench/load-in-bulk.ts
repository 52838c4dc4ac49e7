import type pg from 'pg';

const FILLED_TABLES = [
  'task',
  'task_item',
  'task_event',
  'inspection',
  'inspection_item',
  'inspection_completion',
  'feed',
  'audit_event',
];

/**
 * Creates the indexes and foreign keys of the filled tables again once they are full, which takes a
 * third of the time per task. Primary keys and unique constraints stay, because other tables refer to them.
 */
export const loadInBulk = async <Result>(client: pg.Client, load: () => Promise<Result>): Promise<Result> => {
  await client.query('begin');
  try {
    const { rows } = await client.query<{ drop: string; create: string }>(LIST_DEFINITIONS, [FILLED_TABLES]);
    for (const { drop } of rows) await client.query(drop);
    const result = await load();
    await client.query(`set local maintenance_work_mem = '256MB'`);
    for (const { create } of rows) await client.query(create);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};

const LIST_DEFINITIONS = `
  select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
  from pg_index
  where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)
  union all
  select format('alter table %s drop constraint %I', conrelid::regclass, conname),
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint where conrelid = any($1::regclass[]) and contype = 'f'`;
