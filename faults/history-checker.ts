/*
 * Compares the acknowledged writes and the pages that readers of the change feed got with the final state of the tables
 * (guarantees 1 and 2). It makes no assumptions about the implementation of the feed.
 *
 * Each writer counts the revisions of its entities, and every entry contains the revision. A reader has seen a write if it
 * has seen this revision or a later one. All times are from the same clock.
 */

/** A change that was acknowledged to its writer. */
export type Write = {
  entity: string;
  revision: number;
  isDeletion: boolean;
  startedAt: number;
  acknowledgedAt: number;
};

/** The state of an entity in an entry of the feed or a row of the tables. `content`: all values that readers get. */
export type View = { entity: string; revision: number; isDeleted: boolean; content: string };

/** One page. `isLast`: it reported that nothing is newer. `positions`: those of its entries, if they are known. */
export type Page = {
  askedAt: number;
  nextToken: bigint;
  entries: readonly View[];
  isLast: boolean;
  positions?: readonly bigint[];
};

/** The pages of a reader that started with a token issued at `since`; -Infinity: at the first change. */
export type FeedReading = { reader: string; since: number; token: bigint; pages: readonly Page[] };

export type History = {
  writes: readonly Write[];
  readings: readonly FeedReading[];
  tables: ReadonlyMap<string, View>;
};

export type Violation = {
  rule: 'lost' | 'skipped' | 'token decreased' | 'not ascending' | 'differs from the tables' | 'not followed';
  message: string;
};

/** All violations of the guarantees. A correct feed with durable tables has none. */
export const violationsOf = ({ writes, readings, tables }: History): Violation[] => {
  const inOrder = [...writes].sort((a, b) => a.acknowledgedAt - b.acknowledgedAt);
  return [
    ...inOrder.filter((write) => !shows(tables.get(write.entity), write)).map(lost),
    ...readings.flatMap((reading) => [
      ...tokenViolations(reading),
      ...skippedWrites(reading, inOrder),
      ...foldViolations(reading, tables),
    ]),
  ];
};

const shows = (view: View | undefined, write: Write): boolean =>
  view !== undefined && (view.isDeleted || (!write.isDeletion && view.revision >= write.revision));

const describe = ({ entity, revision, isDeletion }: Write) =>
  `${isDeletion ? 'the deletion' : `revision ${revision}`} of ${entity}`;

const lost = (write: Write): Violation => ({
  rule: 'lost',
  message: `${describe(write)} was acknowledged and is not in the tables`,
});

const tokenViolations = ({ reader, token, pages }: FeedReading): Violation[] => {
  const found: Violation[] = [];
  let last = token;
  for (const [index, { nextToken, positions = [] }] of pages.entries()) {
    if (nextToken < last) {
      found.push({
        rule: 'token decreased',
        message: `${reader}, page ${index}: from ${last} to ${nextToken}`,
      });
    }
    const isAscending = positions.every((position, index) => index === 0 || positions[index - 1]! < position);
    if (!isAscending)
      found.push({ rule: 'not ascending', message: `${reader}, page ${index}: ${positions}` });
    last = nextToken;
  }
  return found;
};

/**
 * If a page reports that nothing is newer, every write acknowledged before its request must be in this page or an earlier
 * one. A reader that started with a token must get everything that was written after the token was issued.
 */
const skippedWrites = ({ reader, since, pages }: FeedReading, writes: readonly Write[]): Violation[] => {
  const found: Violation[] = [];
  const seen = new Map<string, View>();
  let checked = 0;
  for (const [index, { askedAt, entries, isLast }] of pages.entries()) {
    for (const entry of entries) seen.set(entry.entity, newerOf(seen.get(entry.entity), entry));
    for (; isLast && checked < writes.length && writes[checked]!.acknowledgedAt < askedAt; checked++) {
      const write = writes[checked]!;
      if (write.startedAt > since && !shows(seen.get(write.entity), write)) {
        found.push({
          rule: 'skipped',
          message: `${reader} did not get ${describe(write)}, which was acknowledged before its page ${index}`,
        });
      }
    }
  }
  if (checked < writes.length) {
    found.push({ rule: 'not followed', message: `${reader} stopped before the last write was acknowledged` });
  }
  return found;
};

const newerOf = (known: View | undefined, entry: View): View =>
  known !== undefined && !entry.isDeleted && (known.isDeleted || known.revision > entry.revision)
    ? known
    : entry;

/** Applied in order, the entries must result in exactly the state of the tables, including tombstones. */
const foldViolations = (
  { reader, since, pages }: FeedReading,
  tables: ReadonlyMap<string, View>,
): Violation[] => {
  const folded = new Map<string, View>();
  for (const { entries } of pages) for (const entry of entries) folded.set(entry.entity, entry);

  const found: Violation[] = [];
  const differs = (entity: string, shown: View | undefined, stored: View | undefined) =>
    found.push({
      rule: 'differs from the tables',
      message: `${reader} ends with ${entity} as ${shown?.content ?? 'absent'}, the tables contain ${stored?.content ?? 'nothing'}`,
    });
  for (const [entity, shown] of folded) {
    const stored = tables.get(entity);
    if (stored?.content !== shown.content || stored.isDeleted !== shown.isDeleted)
      differs(entity, shown, stored);
  }
  if (since === Number.NEGATIVE_INFINITY) {
    for (const [entity, stored] of tables) if (!folded.has(entity)) differs(entity, undefined, stored);
  }
  return found;
};
