import type { DatabaseTransaction } from '#service/database/connect.ts';
import { readRow, run, statement } from '#service/database/statement.ts';

/*
 * When a reader's permissions change, its tokens start over from the first change, and entries it has read but can no
 * longer see are sent as tombstones (decision C13). A copy built from the feed then matches what `getall` returns.
 *
 * 1. The reader's floor is above all of its tokens. Above the floor, each existing feed version has its own position
 *    for this reader, floor + version, so that tokens never go backwards. The tenant's next changes are placed above
 *    these.
 * 2. Before a reader receives entries, recordReader stores what it can see. Raising the floor turns that into what it
 *    has read up to the current position: everything (feed_reader.read_all_until) or certain teams (feed_reader_team).
 * 3. A row that the reader cannot see is a tombstone if it existed at that position (feed.first_position) in a team
 *    that the reader had read (task_former_team.left_position records when a task moved). The reader therefore keeps
 *    nothing that it can no longer see, and learns nothing about rows that appeared in a team after it left.
 */

const LOCK_FEED_COUNTER = statement('lock-feed-counter')`
  select version from feed_counter where tenant_id = $1 for update`;

/**
 * Returns the tenant's next position plus $2 + 1 within its current epoch. Returns nothing if the tenant has not moved to
 * the database's epoch yet or if the epoch has too few positions left. If each membership change started an epoch, and
 * with it a second, many changes would overtake the clock: each would then hold the lock for a second.
 */
const FIND_SKIPPED_POSITION = statement('find-skipped-position')`
  select (head + $2 + 1)::text as position
  from (
    select database_epoch, base_position + version - base_version as head from feed_counter where tenant_id = $1
  ) as counter
  join database_identity on database_identity.epoch = counter.database_epoch
  where head >> 32 = (head + $2 + (1 << 30)) >> 32`.narrow<{ position: string }>();

const STORE_PAST_POSITIONS = `
  insert into feed_epoch (tenant_id, base_position, base_version, last_version)
  select tenant_id, base_position, base_version, version from feed_counter
  where tenant_id = $1 and version > base_version`;

const MOVE_POSITIONS = `
  update feed_counter set base_position = $2, base_version = version where tenant_id = $1`;

/** Advances the tenant's next position by `count` + 1 and returns it. */
const skipPositions = async (trx: DatabaseTransaction, tenantId: number, count: number): Promise<string> => {
  const [skipped] = await run(trx, FIND_SKIPPED_POSITION, [tenantId, count]);
  if (!skipped) return (await readRow(trx, BEGIN_FEED_EPOCH, [tenantId, count])).position;
  await run(trx, STORE_PAST_POSITIONS, [tenantId]);
  await run(trx, MOVE_POSITIONS, [tenantId, skipped.position]);
  return skipped.position;
};

const BEGIN_FEED_EPOCH = statement(
  'begin-feed-epoch',
)`select begin_feed_epoch($1, $2)::text as position`.narrow<{ position: string }>();

/** Call this last in a transaction: it locks the counter, which blocks new versions until the transaction ends. */
export const raiseReaderFloor = async (
  trx: DatabaseTransaction,
  tenantId: number,
  userIds: readonly number[],
): Promise<void> => {
  const [counter] = await run(trx, LOCK_FEED_COUNTER, [tenantId]);
  const nextPosition = await skipPositions(trx, tenantId, counter!.version);
  const readUntil = BigInt(nextPosition) - 1n;
  await run(
    trx,
    `insert into feed_reader_team (tenant_id, user_id, team_id, read_until)
     select tenant_id, user_id, unnest(reads_teams), $3 from feed_reader
     where tenant_id = $1 and user_id = any($2::bigint[])
     on conflict on constraint feed_reader_team_pkey do update set read_until = excluded.read_until`,
    [tenantId, userIds, readUntil.toString()],
  );
  await run(
    trx,
    `insert into feed_reader (tenant_id, user_id, floor, floor_version)
     select tenant_id, user_id, $3::bigint + 1 - $4::bigint, $4::bigint from app_user
     where tenant_id = $1 and user_id = any($2::bigint[])
     on conflict on constraint feed_reader_pkey do update set
       floor = excluded.floor, floor_version = excluded.floor_version, reads_all = false, reads_teams = '{}',
       read_all_until = case when feed_reader.reads_all then $3::bigint else feed_reader.read_all_until end`,
    [tenantId, userIds, readUntil.toString(), counter!.version],
  );
};
