import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDatabase } from '#service/testing/create-database.ts';
import { isTransientDatabaseFailure, wasRolledBack } from './database-failure.ts';
import { distribute, isDistributed } from './distribute.ts';
import { run } from './statement.ts';

test('without the Citus extension, distributing fails with the reason and changes nothing (Q13)', async (t) => {
  const { db } = await createDatabase(t);
  const listForeignKeys = () =>
    run(db, "select conname, conrelid from pg_constraint where contype = 'f' and $1 order by 1, 2", [true]);
  const foreignKeys = await listForeignKeys();
  await assert.rejects(distribute(db), /no Citus extension, so nothing was changed.*CREATE EXTENSION citus/);
  assert.deepEqual(await listForeignKeys(), foreignKeys);
  assert.equal(await isDistributed(db), false);
});

test('the failure of a node is temporary, and its statement may have taken effect', () => {
  const createError = (message: string) =>
    Object.assign(new Error(message), { code: 'XX000', severity: 'ERROR' });
  const nodeFailure = createError(
    'could not commit transaction for shard 102483 on at least one active node',
  );
  assert.equal(isTransientDatabaseFailure(nodeFailure), true);
  assert.equal(wasRolledBack(nodeFailure), false);
  const otherError = createError('unexpected data beyond EOF');
  assert.equal(isTransientDatabaseFailure(otherError), false);
  assert.equal(wasRolledBack(otherError), true);
});
