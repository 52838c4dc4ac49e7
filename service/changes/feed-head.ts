import { runAs } from '#service/admission/caller.ts';
import { batchCalls } from '#service/database/batch-calls.ts';
import type { Database } from '#service/database/connect.ts';
import { type RowOf, readRow, run, statement } from '#service/database/statement.ts';
import type { Position, ReadFrom } from './change-token.ts';

export type FeedHead = {
  /** Rises at every restore. */
  epoch: number | null;
  /** The version after which the reader continues. */
  afterVersion: number;
  headVersion: number;
  hasPending: boolean;
  /** True if the reader's current teams are recorded as teams that it may have read (decision C13). */
  isRecorded: boolean;
  /** The reader's tokens up to this position are invalid (decision C13). */
  floor: string;
  /** True if the token was never issued, not even in a history lost in a restore (decision C6). */
  wasTokenAhead: boolean;
  /** True if the reader must start over, unless there are no changes yet. */
  isReset: boolean;
  readPosition(version: number): Promise<Position>;
};

/** Epochs from before migration 0036 overlap. Using the first matching epoch keeps positions in ascending order. */
const formatPastPositionSql = (version: string) => `
  select base_position + (${version} - base_version) from feed_epoch
  where tenant_id = $1 and last_version >= ${version} order by last_version, base_position limit 1`;

/**
 * Positions exceed JavaScript's safe integers, so they are selected as text. The `past_…` columns describe the past
 * epoch that contains the token: the token's distance from the epoch's base, and how many positions the epoch has.
 * $2 to $4 are the users, tokens and teams of the calls. PostgreSQL has no arrays of arrays of different lengths, so
 * the teams of each call are the text of an array.
 */
const READ_FEED_HEADS = statement('read-feed-heads')`
  select counter.version as head, counter.base_version, counter.base_position::text,
         case when counter.version > counter.base_version
           then counter.base_position + (counter.version - counter.base_version)
           else coalesce((${formatPastPositionSql('counter.version')}), 0)
         end::text as head_position,
         coalesce(reader.floor, 0)::text as floor, coalesce(reader.floor_version, 0)::bigint as floor_version,
         exists (select from feed_pending where tenant_id = $1) as has_pending,
         (select epoch from database_identity) as epoch,
         coalesce(
           case when call.teams is null then reader.reads_all else reader.reads_teams @> call.teams::uuid[] end, false
         ) as is_recorded,
         past.base_version as past_version, past.distance::text as past_distance, past.size as past_size
  from feed_counter as counter
  cross join unnest($2::bigint[], $3::bigint[], $4::text[]) with ordinality as call (user_id, token, teams, place)
  left join lateral (
    select * from feed_reader where tenant_id = $1 and user_id = call.user_id limit 1
  ) as reader on true
  left join lateral (
    select base_version, call.token - base_position as distance, last_version - base_version as size
    from feed_epoch where tenant_id = $1 and base_position < call.token order by base_position desc limit 1
  ) as past on call.token <= counter.base_position
  where counter.tenant_id = $1
  order by call.place`.narrow<{ head_position: string; has_pending: boolean }>();

type HeadRow = RowOf<typeof READ_FEED_HEADS>;

export type FeedHeadReader = (
  reader: { tenantId: number; userId: number; teamIds: readonly string[] | null },
  from: ReadFrom,
) => Promise<FeedHead>;

const MAX_BATCH_SIZE = 64;

/**
 * Reads of a tenant's head that arrive while a statement is running are combined into the next one, so each still sees
 * everything committed before it arrived. As they have a share of the database connections of their own, they do not
 * wait for the other requests of any user.
 */
export const createFeedHeadReader = (db: Database): FeedHeadReader => {
  const readRowInBatch = batchCalls(
    MAX_BATCH_SIZE,
    (tenantId: number, calls: readonly { userId: number; token: string | null; teams: string | null }[]) =>
      runAs({ tenant: tenantId, user: 'feed heads' }, () =>
        run(db, READ_FEED_HEADS, [
          tenantId,
          calls.map(({ userId }) => userId),
          calls.map(({ token }) => token),
          calls.map(({ teams }) => teams),
        ]),
      ),
  );
  return async ({ tenantId, userId, teamIds }, from) => {
    const row = await readRowInBatch(`${tenantId}`, tenantId, {
      userId,
      token: from === 'end' ? null : from.toString(),
      teams: teamIds && `{${teamIds.join()}}`,
    });
    return createFeedHead(db, tenantId, row, from);
  };
};

const createFeedHead = async (
  db: Database,
  tenantId: number,
  row: HeadRow,
  from: ReadFrom,
): Promise<FeedHead> => {
  const { head: headVersion, floor, has_pending: hasPending } = row;
  const floorPosition = BigInt(floor);
  const headPosition =
    headVersion <= row.floor_version ? floorPosition + BigInt(headVersion) : BigInt(row.head_position);
  const feedHead = {
    epoch: row.epoch,
    headVersion,
    hasPending,
    isRecorded: row.is_recorded,
    floor,
    readPosition: async (version: number) => {
      if (version <= row.floor_version) return floorPosition + BigInt(version);
      if (version === headVersion) return headPosition;
      if (version > row.base_version) return BigInt(row.base_position) + BigInt(version - row.base_version);
      return readPastPosition(db, tenantId, version);
    },
  };

  if (from === 'end') return { ...feedHead, afterVersion: headVersion, wasTokenAhead: false, isReset: false };
  if (from <= floorPosition) {
    const isReset = floorPosition > 0n && headVersion > 0;
    return { ...feedHead, afterVersion: 0, wasTokenAhead: false, isReset };
  }
  const afterVersion = from === headPosition ? headVersion : findVersion(row, from);
  if (afterVersion !== undefined) return { ...feedHead, afterVersion, wasTokenAhead: false, isReset: false };
  const wasTokenAhead = from > headPosition && (await isFromCurrentEpoch(db, from));
  return { ...feedHead, afterVersion: 0, wasTokenAhead, isReset: headVersion > 0 };
};

/** Returns undefined if this history never issued the position, which must be above the reader's floor. */
const findVersion = (row: HeadRow, position: Position): number | undefined => {
  const aboveFloor = position - BigInt(row.floor);
  if (aboveFloor <= BigInt(row.floor_version)) return Number(aboveFloor);
  const aboveBase = position - BigInt(row.base_position);
  if (aboveBase > 0n) {
    return aboveBase <= BigInt(row.head - row.base_version)
      ? row.base_version + Number(aboveBase)
      : undefined;
  }
  if (row.past_distance === null) return undefined;
  const distance = BigInt(row.past_distance);
  return distance <= BigInt(row.past_size!) ? row.past_version! + Number(distance) : undefined;
};

const READ_PAST_POSITION = statement(
  'read-past-position',
)`select (${formatPastPositionSql('$2')})::text as position`.narrow<{ position: string }>();

const readPastPosition = async (db: Database, tenantId: number, version: number): Promise<Position> =>
  BigInt((await readRow(db, READ_PAST_POSITION, [tenantId, version])).position);

const READ_EPOCH = statement('read-epoch')`select epoch from database_identity where only_row = $1`;

/** Returns true if no earlier history could have used the position's epoch. */
const isFromCurrentEpoch = async (db: Database, position: Position): Promise<boolean> => {
  const { epoch } = await readRow(db, READ_EPOCH, [true]);
  return position >> EPOCH_SHIFT >= BigInt(epoch);
};

/** The number of bits below the epoch in a position. */
const EPOCH_SHIFT = 32n;
