/*
 * Judges what writers were told and what readers of the change feed were handed, against what the tables hold in the
 * end (reliability promises 1 and 2). It knows nothing of how a feed is made, so it judges any.
 *
 * Each writer counts the revisions of its entities, and a revision can be read in an entry; so "seen" means "seen this
 * revision, or a later one". All times are of one clock.
 */

/** A change that was acknowledged to its writer. */
export type Write = {
  entity: string;
  revision: number;
  isDeletion: boolean;
  startedAt: number;
  acknowledgedAt: number;
};

/** What an entry, or a row of the tables, says of an entity; `content` is everything of it that readers are shown. */
export type View = { entity: string; revision: number; isDeleted: boolean; content: string };

/** One answer. `isLast`: it said that nothing newer is there. `positions`: of its entries, where they are known. */
export type Page = {
  askedAt: number;
  nextToken: bigint;
  entries: readonly View[];
  isLast: boolean;
  positions?: readonly bigint[];
};

/** A reader who followed tokens from one that was handed out at `since`; -Infinity: from the first change. */
export type Reading = { reader: string; since: number; token: bigint; pages: readonly Page[] };

export type History = {
  writes: readonly Write[];
  readings: readonly Reading[];
  tables: ReadonlyMap<string, View>;
};

export type Violation = {
  rule: 'lost' | 'skipped' | 'token went back' | 'not ascending' | 'differs from the tables' | 'not followed';
  message: string;
};

/** Everything that must not have happened; none for a sound feed over durable tables. */
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

const named = ({ entity, revision, isDeletion }: Write) =>
  `${isDeletion ? 'the deletion' : `revision ${revision}`} of ${entity}`;

const lost = (write: Write): Violation => ({
  rule: 'lost',
  message: `${named(write)} was acknowledged and is not in the tables`,
});

const tokenViolations = ({ reader, token, pages }: Reading): Violation[] => {
  const found: Violation[] = [];
  let last = token;
  for (const [index, { nextToken, positions = [] }] of pages.entries()) {
    if (nextToken < last) {
      found.push({
        rule: 'token went back',
        message: `${reader}, page ${index}: from ${last} to ${nextToken}`,
      });
    }
    const isAscending = positions.every((position, at) => at === 0 || positions[at - 1]! < position);
    if (!isAscending)
      found.push({ rule: 'not ascending', message: `${reader}, page ${index}: ${positions}` });
    last = nextToken;
  }
  return found;
};

/**
 * A write that was acknowledged before a page was asked for is in this page or an earlier one, when the page says that
 * nothing newer is there. A reader that began at a token is owed what was written after it was handed out.
 */
const skippedWrites = ({ reader, since, pages }: Reading, writes: readonly Write[]): Violation[] => {
  const found: Violation[] = [];
  const seen = new Map<string, View>();
  let judged = 0;
  for (const [index, { askedAt, entries, isLast }] of pages.entries()) {
    for (const entry of entries) seen.set(entry.entity, newerOf(seen.get(entry.entity), entry));
    for (; isLast && judged < writes.length && writes[judged]!.acknowledgedAt < askedAt; judged++) {
      const write = writes[judged]!;
      if (write.startedAt > since && !shows(seen.get(write.entity), write)) {
        found.push({
          rule: 'skipped',
          message: `${reader} was not shown ${named(write)}, acknowledged before its page ${index}`,
        });
      }
    }
  }
  if (judged < writes.length) {
    found.push({ rule: 'not followed', message: `${reader} ended before the last write was acknowledged` });
  }
  return found;
};

const newerOf = (known: View | undefined, entry: View): View =>
  known !== undefined && !entry.isDeleted && (known.isDeleted || known.revision > entry.revision)
    ? known
    : entry;

/** Applied one after the other, the entries end with the very state of the tables, tombstones included. */
const foldViolations = (
  { reader, since, pages }: Reading,
  tables: ReadonlyMap<string, View>,
): Violation[] => {
  const folded = new Map<string, View>();
  for (const { entries } of pages) for (const entry of entries) folded.set(entry.entity, entry);

  const found: Violation[] = [];
  const differs = (entity: string, shown: View | undefined, held: View | undefined) =>
    found.push({
      rule: 'differs from the tables',
      message: `${reader} ends with ${entity} as ${shown?.content ?? 'absent'}, the tables hold ${held?.content ?? 'nothing'}`,
    });
  for (const [entity, shown] of folded) {
    const held = tables.get(entity);
    if (held?.content !== shown.content || held.isDeleted !== shown.isDeleted) differs(entity, shown, held);
  }
  if (since === Number.NEGATIVE_INFINITY) {
    for (const [entity, held] of tables) if (!folded.has(entity)) differs(entity, undefined, held);
  }
  return found;
};
