import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

/*
 * How the feed never skips a change
 *
 * A reader that was handed position n never asks for a lower one again. So a change must not become visible below a
 * position that somebody has already seen. A number that the writer takes (a sequence, a timestamp) breaks this: it is
 * taken when the statement runs, but the row is seen when its transaction commits, later, and in another order.
 *
 * Here a writer takes no number. In its own transaction, as its last statement, it leaves a row in feed_pending that
 * names what changed. Writers never wait for each other. Whoever reads the feed first numbers what is pending
 * (number_pending_changes): it locks the tenant's counter, takes pending rows away and moves their entities to the end
 * of the feed. Then, in a separate statement, it reads. Why this is sound:
 *
 * 1. Only committed rows can be seen in feed_pending, so only committed changes are numbered.
 * 2. Two batches of one tenant exclude each other by the counter's row lock, released when the first is visible. So
 *    whoever sees version n sees every lower version too, or a newer one of the same entity.
 * 3. A crash before the batch commits leaves the pending rows, and with them the work, as they were.
 * 4. The state that is read is at least as new as the version; a still later change has a pending row of its own.
 *
 * Hence nothing is skipped, repeats are possible, and a caller sees its own acknowledged writes at once.
 * Costs: one row inserted per change; a batch of 2,000 takes about 20 ms.
 */

/** What the feed follows, as feed.kind and feed_pending.kind store it. */
export const CHANGE_KIND = { task: 0, inspection: 1 } as const;
export type ChangeKind = keyof typeof CHANGE_KIND;

/** Leaves the pending row of one or many changes; the last statement of every write, in its transaction. */
export const recordChange = async (
  trx: Database,
  tenantId: number,
  kind: ChangeKind,
  entityIds: readonly string[],
): Promise<void> => {
  await run(
    trx,
    `insert into feed_pending (tenant_id, kind, entity_id) select $1, $2, entity_id from unnest($3::uuid[]) as entity_id`,
    [tenantId, CHANGE_KIND[kind], entityIds],
  );
};

/**
 * The same as a part of a statement that writes at once: `source` is the name of a common table expression with the
 * columns tenant_id and entity_id of what it changed.
 */
export const recordChangeFrom = (kind: ChangeKind, source: string): string =>
  `insert into feed_pending (tenant_id, kind, entity_id) select tenant_id, ${CHANGE_KIND[kind]}, entity_id from ${source}`;
