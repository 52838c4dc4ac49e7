import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

/**
 * After a change of what a reader may see, the tokens it holds are served from the start (decision C13). Its floor is above
 * all of them, and from there each version of the feed so far has a position of the reader's own, floor + version, so that
 * tokens never go backwards. The tenant's next epoch begins above these. The counter's lock keeps versions from being
 * given out before the transaction ends, so call this last.
 */
export const raiseReaderFloor = async (
  trx: DatabaseTransaction,
  tenantId: number,
  userIds: readonly number[],
): Promise<void> => {
  const [counter] = await run<{ version: number }>(
    trx,
    'select version from feed_counter where tenant_id = $1 for update',
    [tenantId],
  );
  await run(
    trx,
    `insert into feed_reader (tenant_id, user_id, floor, floor_version)
     select $1, user_id, base_position - $3, $3
     from begin_feed_epoch($1, $3) as base_position, unnest($2::bigint[]) as user_id
     on conflict on constraint feed_reader_pkey
     do update set floor = excluded.floor, floor_version = excluded.floor_version`,
    [tenantId, userIds, counter!.version],
  );
};
