import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { ChangeReader } from './change-feed.ts';

/**
 * Records what a reader can see, so that tombstones can be sent if it loses access (reader-floor.ts). Does nothing if
 * its permissions have since changed. The lock on the counter prevents a concurrent raiseReaderFloor.
 */
export const recordReader = async (
  db: Database,
  { tenantId, userId, teamIds, floor }: ChangeReader,
): Promise<void> => {
  await run(
    db,
    `insert into feed_reader (tenant_id, user_id, floor, reads_all, reads_teams)
     select tenant_id, $2, 0, $3::uuid[] is null, coalesce($3, '{}') from feed_counter where tenant_id = $1 for share
     on conflict on constraint feed_reader_pkey do update set
       reads_all = feed_reader.reads_all or excluded.reads_all,
       reads_teams = array(select distinct unnest(feed_reader.reads_teams || excluded.reads_teams))
     where feed_reader.floor = $4`,
    [tenantId, userId, teamIds, floor],
  );
};
