import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pino from 'pino';
import { rememberHistory } from '#service/changes/feed-history.ts';
import { connect } from '#service/database/connect.ts';
import { createDatabase, recognise } from '#service/testing/create-database.ts';
import { createOrganisation } from '#service/testing/organisation.ts';
import { guardHistory } from './guard-history.ts';
import { createHistoryMemory } from './history-memory.ts';

test('a database that is exchanged under a running server is recognised before a new connection is used', async (t) => {
  const database = await createDatabase(t);
  await recognise(database);
  await createOrganisation(database.db);
  const dataDir = await mkdtemp(join(tmpdir(), 'ronda-history-'));
  t.after(() => rm(dataDir, { recursive: true }));
  const memory = createHistoryMemory(dataDir);
  await database.db.updateTable('feed_counter').set({ version: 5 }).execute();
  await rememberHistory(database.db, memory);
  const readEpoch = async () => {
    const { db, close } = connect(database.connection, {
      poolSize: 1,
      onError: () => {},
      admit: guardHistory(database.db, memory, pino({ level: 'silent' })),
    });
    const { epoch } = await db.selectFrom('feed_counter').select('epoch').executeTakeFirstOrThrow();
    await close();
    return epoch;
  };

  const epoch = await readEpoch();
  assert.equal(await readEpoch(), epoch);
  await database.db.updateTable('feed_counter').set({ version: 4 }).execute();
  assert.equal(await readEpoch(), epoch + 1);
  assert.equal(await readEpoch(), epoch + 1);
});
