import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { VERSION_BITS } from './change-token.ts';

/** The version part of a position, without its epoch. */
export const VERSION_MASK = (1n << VERSION_BITS) - 1n;

/**
 * After a change of what a reader may see, the tokens it holds are served from the start (decision C13). Each reader's
 * tokens are therefore shifted: version of the token = version + the version part of its floor. Raising the floor to
 * the largest token that the reader can hold makes every such token recognisable, and all later ones larger, so that
 * tokens never go backwards. The counter's lock keeps versions from being given out meanwhile.
 */
export const raiseReaderFloor = async (
  trx: DatabaseTransaction,
  tenantId: number,
  userIds: readonly number[],
): Promise<void> => {
  await run(trx, 'select version from feed_counter where tenant_id = $1 for update', [tenantId]);
  await run(
    trx,
    `insert into feed_reader (tenant_id, user_id, floor)
     select feed_counter.tenant_id, user_id,
            (feed_counter.epoch::bigint << ${VERSION_BITS}) + feed_counter.version
     from feed_counter, unnest($2::bigint[]) as user_id where feed_counter.tenant_id = $1
     on conflict on constraint feed_reader_pkey
     do update set floor = excluded.floor + (feed_reader.floor & ${VERSION_MASK})`,
    [tenantId, userIds],
  );
};
