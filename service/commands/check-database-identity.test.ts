import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import { connect } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { createDatabase, registerDatabase } from '#service/testing/create-database.ts';
import { checkDatabaseIdentity } from './check-database-identity.ts';

test('raises the epoch before using a new connection after the database of a running server was replaced', async (t) => {
  const database = await createDatabase(t);
  await registerDatabase(database);
  const readEpoch = async () => {
    const { db, close } = connect(database.connection, {
      poolSize: 1,
      onError: () => {},
      admit: checkDatabaseIdentity(database.db, pino({ level: 'silent' })),
    });
    const [identity] = await run<{ epoch: number }>(db, 'select epoch from database_identity', []);
    await close();
    return identity!.epoch;
  };
  const epoch = await readEpoch();
  assert.equal(await readEpoch(), epoch, 'the database is unchanged');
  let last = epoch;
  for (const [part, other] of [
    ['system_identifier', '1'],
    ['timeline', 99],
    ['database_oid', 1],
    // PostgreSQL's files were restored while the server kept running.
    ['postmaster_started_at', '1790000000.123456'],
  ] as const) {
    await run(database.db, `update database_identity set ${part} = $1`, [other]);
    const raised = await readEpoch();
    assert.ok(raised > last, part);
    last = raised;
    assert.equal(await readEpoch(), last, `${part} is recorded`);
  }
});
