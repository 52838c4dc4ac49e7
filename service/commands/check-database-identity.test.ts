import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import { connect } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { createDatabase, registerDatabase } from '#service/testing/create-database.ts';
import { checkDatabaseIdentity } from './check-database-identity.ts';

test("after a running server's database is replaced, the epoch is raised before a new connection is used", async (t) => {
  const database = await createDatabase(t);
  await registerDatabase(database);
  const readEpoch = async () => {
    const { db, close } = connect(database.connection, {
      poolSize: 1,
      onError: () => {},
      verify: checkDatabaseIdentity(database.db, pino({ level: 'silent' })),
    });
    const [identity] = await run<{ epoch: number }>(db, 'select epoch from database_identity', []);
    await close();
    return identity!.epoch;
  };
  const epoch = await readEpoch();
  assert.equal(await readEpoch(), epoch, 'the database is unchanged');
  let lastEpoch = epoch;
  for (const [column, newValue] of [
    ['system_identifier', '1'],
    ['timeline', 99],
    ['database_oid', 1],
    // PostgreSQL's files were restored while the server was running.
    ['postmaster_started_at', '1790000000.123456'],
  ] as const) {
    await run(database.db, `update database_identity set ${column} = $1`, [newValue]);
    const raisedEpoch = await readEpoch();
    assert.ok(raisedEpoch > lastEpoch, column);
    lastEpoch = raisedEpoch;
    assert.equal(await readEpoch(), lastEpoch, `${column} is recorded`);
  }
});
