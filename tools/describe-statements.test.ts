import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDatabase } from '#service/testing/create-database.ts';
import { describeStatements } from './describe-statements.ts';

test('a column is nullable if the table allows null or an outer join may not find a row', async (t) => {
  const { connection } = await createDatabase(t);
  const describeStatement = async (text: string) => {
    const columnsByStatement = await describeStatements(connection, new Map([['sample', text]]));
    return Object.fromEntries(
      columnsByStatement
        .get('sample')!
        .map(({ name, type, isNullable }) => [name, isNullable ? `${type} or null` : type]),
    );
  };

  assert.deepEqual(await describeStatement('select title, assigned_user_id, items_to_inspect from task'), {
    title: 'text',
    assigned_user_id: 'int8 or null',
    items_to_inspect: '_text or null',
  });
  assert.deepEqual(
    await describeStatement(`
      with named as (select tenant_id, user_id, user_name from app_user offset 0)
      select task.title, author.user_name, named.user_name as assignee
      from task
      join app_user as author on author.tenant_id = task.tenant_id and author.user_id = task.created_by
      left join named on named.tenant_id = task.tenant_id and named.user_id = task.assigned_user_id`),
    { title: 'text', user_name: 'text', assignee: 'text or null' },
  );
  assert.deepEqual(
    await describeStatement('update team set title = $1 returning team_id, $2::text as given'),
    {
      team_id: 'uuid',
      given: 'text or null',
    },
  );
  assert.deepEqual(await describeStatement('delete from team where team_id = $1'), {});
});

test('an expression is described as non-nullable only if it never returns null', async (t) => {
  const { connection } = await createDatabase(t);
  const expressions = {
    "count(*) filter (where title = 'a')": false,
    'max(title)': true,
    "coalesce(max(title), 'none, (yet)')": false,
    'coalesce(max(title), max(description))': true,
    'bool_or(is_deleted) is not null': false,
    "json_build_object('titles', max(title))": false,
    "json_build_object('titles', max(title)) ->> 'title'": true,
    'nullif(count(*), 0)': true,
    null: true,
  };
  const columns = Object.keys(expressions).map((expression, index) => `${expression} as e${index}`);
  const columnsByStatement = await describeStatements(
    connection,
    new Map([['sample', `select ${columns.join(', ')} from task`]]),
  );
  assert.deepEqual(
    columnsByStatement.get('sample')!.map(({ isNullable }) => isNullable),
    Object.values(expressions),
  );
});

test('an error about a nonexistent column names the statement', async (t) => {
  const { connection } = await createDatabase(t);
  await assert.rejects(
    describeStatements(connection, new Map([['find-team', 'select tittle from team']])),
    /The statement find-team: column "tittle" does not exist/,
  );
});
