import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { migrate } from '#service/database/migrate.ts';
import { createDatabase } from '#service/testing/create-database.ts';
import { createOlderSchema } from '#service/testing/create-older-schema.ts';
import { createFeedHeadReader } from './feed-head.ts';
import { numberPendingBatch } from './number-pending.ts';
import { raiseEpoch } from './raise-epoch.ts';

/**
 * Epochs in the old format (hours since 2026-01-01): one from before a restore, and the last one before the new
 * format.
 */
const [EARLIER_EPOCH, LAST_EPOCH] = [7_000, 7_800];

/** A feed with eight changes, the first five of which survived the restore. */
const OLD_FEED = `
  insert into tenant (tenancy_name) values ('default');
  insert into app_user (tenant_id, user_name, name, surname) values (1, 'erp', '', ''), (1, 'moved', '', '');
  insert into database_identity (epoch, system_identifier, timeline, database_oid) values (${LAST_EPOCH}, '1', 1, 1);
  insert into feed_counter (tenant_id, epoch, version) values (1, ${LAST_EPOCH}, 8);
  insert into feed_epoch (tenant_id, epoch, base_version) values (1, ${EARLIER_EPOCH}, 0), (1, ${LAST_EPOCH}, 5);
  insert into feed_reader (tenant_id, user_id, floor) values (1, 2, (${LAST_EPOCH}::bigint << 43) + 6);
  insert into feed (tenant_id, kind, entity_id, version)
  select 1, 0, gen_random_uuid(), version from generate_series(1, 8) as version`;

const formatOldToken = (hour: number, version: number) => (BigInt(hour) << 43n) + BigInt(version);

test('tokens in the old format stay valid or restart the feed from the beginning', async (t) => {
  const { db } = await createDatabase(t);
  await createOlderSchema(db, 36);
  await sql.raw(OLD_FEED).execute(db);
  await migrate(db);
  await raiseEpoch(db);
  const readHead = (userId: number, token: bigint) =>
    createFeedHeadReader(db)({ tenantId: 1, userId, teamIds: null }, token);
  const readVersionAfter = async (userId: number, token: bigint) =>
    (await readHead(userId, token)).afterVersion;
  const assertTokensValid = async () => {
    for (let version = 0; version <= 8; version++) {
      assert.equal(await readVersionAfter(1, formatOldToken(LAST_EPOCH, version)), version);
      assert.equal(
        await readVersionAfter(1, formatOldToken(EARLIER_EPOCH, version)),
        version <= 5 ? version : 0,
        `lost ${version}`,
      );
    }
    for (const token of [
      formatOldToken(LAST_EPOCH, 9),
      formatOldToken(LAST_EPOCH + 1, 1),
      formatOldToken(EARLIER_EPOCH + 1, 1),
      1n,
    ])
      assert.equal(await readVersionAfter(1, token), 0, `${token} was never issued`);
    // The floor invalidates all old tokens of the reader with changed permissions.
    for (let version = 0; version <= 20; version++)
      assert.equal(await readVersionAfter(2, formatOldToken(LAST_EPOCH, version)), 0);
  };
  await assertTokensValid();

  await sql`insert into feed_pending (tenant_id, kind, entity_id) values (1, 0, gen_random_uuid())`.execute(
    db,
  );
  await numberPendingBatch(db, 1);
  await assertTokensValid();
  for (const userId of [1, 2]) {
    const { headVersion, readPosition } = await readHead(userId, 0n);
    let lastPosition = -1n;
    for (let version = userId === 1 ? 0 : 1; version <= headVersion; version++) {
      const position = await readPosition(version);
      assert.ok(position > lastPosition, 'positions ascend');
      assert.equal(await readVersionAfter(userId, position), version);
      if (userId === 2)
        assert.ok(position > formatOldToken(LAST_EPOCH, 20), 'above every token of the reader');
      lastPosition = position;
    }
    assert.ok(lastPosition > formatOldToken(LAST_EPOCH + 1, 0), 'new positions are above all old tokens');
  }
});
