import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import { connect } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { createDatabase, recognise } from '#service/testing/create-database.ts';
import { checkIdentity } from './check-identity.ts';

test('a database that is exchanged under a running server gets another epoch before a new connection is used', async (t) => {
  const database = await createDatabase(t);
  await recognise(database);
  const readEpoch = async () => {
    const { db, close } = connect(database.connection, {
      poolSize: 1,
      onError: () => {},
      admit: checkIdentity(database.db, pino({ level: 'silent' })),
    });
    const { epoch } = await db.selectFrom('database_identity').select('epoch').executeTakeFirstOrThrow();
    await close();
    return epoch;
  };
  const epoch = await readEpoch();
  assert.equal(await readEpoch(), epoch, 'nothing was exchanged');
  let last = epoch;
  for (const [part, other] of [
    ['system_identifier', '1'],
    ['timeline', 99],
    ['database_oid', 1],
    // The files of PostgreSQL were put back while the server went on.
    ['postmaster_started_at', '1790000000.123456'],
  ] as const) {
    await run(database.db, `update database_identity set ${part} = $1`, [other]);
    const raised = await readEpoch();
    assert.ok(raised > last, part);
    last = raised;
    assert.equal(await readEpoch(), last, `${part} is recorded`);
  }
});
