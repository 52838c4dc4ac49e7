import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createDatabase } from '#service/testing/create-database.ts';
import { createFeedHeadReader } from './feed-head.ts';

const EPOCH = 2n ** 32n;

/** Two tenants with changes in two epochs, and readers with and without a floor. */
const FEEDS = `
  insert into tenant (tenancy_name) values ('default'), ('other');
  insert into database_identity (epoch, system_identifier, timeline, database_oid) values (20, '1', 1, 1);
  insert into app_user (tenant_id, user_name, name, surname)
  select tenant_id, name, '', '' from tenant, unnest('{erp,moved,new}'::text[]) as name;
  insert into feed_counter (tenant_id, version, base_version, base_position) values (1, 8, 5, 20 * ${EPOCH}), (2, 6, 3, 20 * ${EPOCH});
  insert into feed_epoch (tenant_id, base_position, base_version, last_version) values
    (1, 10 * ${EPOCH}, 0, 2), (1, 15 * ${EPOCH}, 2, 5), (2, 10 * ${EPOCH}, 0, 3);
  insert into feed_reader (tenant_id, user_id, floor, floor_version, reads_all, reads_teams)
  select tenant_id, user_id, case when user_name = 'moved' then 15 * ${EPOCH} else 0 end, 0, user_name = 'erp', '{}'
  from app_user where user_name <> 'new';
  insert into feed_pending (tenant_id, kind, entity_id) values (2, 0, gen_random_uuid())`;

test('heads that are read in one statement equal those that are read one at a time', async (t) => {
  const { db } = await createDatabase(t);
  await sql.raw(FEEDS).execute(db);
  const { rows: users } = await sql<{ tenant_id: number; user_id: number }>`
    select tenant_id, user_id from app_user
  `.execute(db);
  const tokens = [10n, 15n, 20n, 21n].flatMap((epoch) =>
    [0n, 1n, 2n, 3n, 9n].map((distance) => epoch * EPOCH + distance),
  );
  const calls = users.flatMap(({ tenant_id: tenantId, user_id: userId }) =>
    [null, ['6f276cda-2e69-460a-bae7-f6f70cd5630c']].flatMap((teamIds) =>
      [...tokens, 'end' as const].map((from) => ({ reader: { tenantId, userId, teamIds }, from })),
    ),
  );
  const readFeedHeadTogether = createFeedHeadReader(db);
  const heads = await Promise.all(calls.map(({ reader, from }) => readFeedHeadTogether(reader, from)));
  for (const [index, { reader, from }] of calls.entries()) {
    const { readPosition, ...head } = heads[index]!;
    const { readPosition: readSinglePosition, ...singleHead } = await createFeedHeadReader(db)(reader, from);
    assert.deepEqual(head, singleHead);
    for (const version of [1, head.headVersion])
      assert.equal(await readPosition(version), await readSinglePosition(version));
  }
});
