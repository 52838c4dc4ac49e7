import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type Position, type ReadFrom, VERSION_BITS } from './change-token.ts';
import { VERSION_MASK } from './reader-floor.ts';

/** How far the feed of a tenant has come, and where a reader is in it. */
export type FeedStand = {
  /** The version after which the reader goes on. */
  after: number;
  /** The version of the latest change. */
  head: number;
  hasPending: boolean;
  /** What the reader's tokens are shifted by, as text (decision C13). */
  floor: string;
  /** The token lay beyond everything this history ever handed out (decision C6). */
  wasAhead: boolean;
  /** The token no longer counts, and there is something to start over with: other rights, or a history that is gone. */
  isReset: boolean;
  /** What the reader is handed for a version. */
  positionOf(version: number): Position;
};

type StandRow = { epoch: number; head: number; floor: string; has_pending: boolean };

/** Three look-ups by key: what nearly every poll finds out is that there is nothing to do. */
const STAND = `
  select epoch, version as head,
         coalesce((select floor from feed_reader where tenant_id = $1 and user_id = $2), 0)::text as floor,
         exists (select from feed_pending where tenant_id = $1) as has_pending
  from feed_counter where tenant_id = $1`;

export const readStand = async (
  db: Database,
  { tenantId, userId }: { tenantId: number; userId: number },
  from: ReadFrom,
): Promise<FeedStand> => {
  const [row] = await run<StandRow>(db, STAND, [tenantId, userId]);
  const { head, floor, has_pending: hasPending } = row!;
  const epoch = BigInt(row!.epoch);
  const lowest = BigInt(floor);
  const shift = lowest & VERSION_MASK;
  const stand = {
    head,
    hasPending,
    floor,
    positionOf: (version: number) =>
      version === 0 ? lowest : (epoch << VERSION_BITS) + BigInt(version) + shift,
  };

  if (from === 'end') return { ...stand, after: head, wasAhead: false, isReset: false };
  if (from <= lowest) return { ...stand, after: 0, wasAhead: false, isReset: lowest > 0n && head > 0 };
  const after = Number((from & VERSION_MASK) - shift);
  const tokenEpoch = from >> VERSION_BITS;
  // Beyond the head, or of an epoch that is still to come: a history that is gone. It is served from the start.
  if (after > head || tokenEpoch > epoch) return { ...stand, after: 0, wasAhead: true, isReset: head > 0 };
  const isLost = tokenEpoch < epoch && after > (await lastVersionOf(db, tenantId, tokenEpoch));
  return { ...stand, after: isLost ? 0 : after, wasAhead: false, isReset: isLost };
};

/** The last version of an earlier epoch that the history after it still knows. */
const lastVersionOf = async (db: Database, tenantId: number, epoch: bigint): Promise<number> => {
  const [next] = await run<{ base_version: number }>(
    db,
    'select base_version from feed_epoch where tenant_id = $1 and epoch > $2 order by epoch limit 1',
    [tenantId, epoch.toString()],
  );
  return next?.base_version ?? Number.MAX_SAFE_INTEGER;
};
