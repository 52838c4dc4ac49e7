/*
 * Compares acknowledged writes, and the pages that readers of the change feed received, with the final state
 * of the tables (guarantees 1 and 2). Makes no assumptions about how the feed is implemented.
 *
 * Each writer counts the revisions of its entities, and every entry contains its entity's revision. A reader
 * has received a write if it has received the write's revision or a later one. All times come from the same
 * clock.
 */

/** A change that was acknowledged to its writer. */
export type Write = {
  entity: string;
  revision: number;
  isDeletion: boolean;
  startedAt: number;
  acknowledgedAt: number;
};

/** The state of an entity, as in a feed entry or a table row. `content` contains all values that readers receive. */
export type View = { entity: string; revision: number; isDeleted: boolean; content: string };

/**
 * A feed page. `isLast` means that the server had no newer changes. `positions` are the entries' positions,
 * if known.
 */
export type Page = {
  requestedAt: number;
  nextToken: bigint;
  entries: readonly View[];
  isLast: boolean;
  positions?: readonly bigint[];
};

/**
 * The pages received by a reader. `since` is the time when the token it started with was issued, or -Infinity
 * if it started at the first change.
 */
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

/** All violations of the guarantees. There are none with a correct feed and durable tables. */
export const findViolations = ({ writes, readings, tables }: History): Violation[] => {
  const sortedWrites = [...writes].sort((a, b) => a.acknowledgedAt - b.acknowledgedAt);
  return [
    ...sortedWrites.filter((write) => !includesWrite(tables.get(write.entity), write)).map(describeLostWrite),
    ...readings.flatMap((reading) => [
      ...findTokenViolations(reading),
      ...findSkippedWrites(reading, sortedWrites),
      ...findCopyViolations(reading, tables),
    ]),
  ];
};

const includesWrite = (view: View | undefined, write: Write): boolean =>
  view !== undefined && (view.isDeleted || (!write.isDeletion && view.revision >= write.revision));

const describe = ({ entity, revision, isDeletion }: Write) =>
  `${isDeletion ? 'the deletion' : `revision ${revision}`} of ${entity}`;

const describeLostWrite = (write: Write): Violation => ({
  rule: 'lost',
  message: `${describe(write)} was acknowledged but is not in the tables`,
});

const findTokenViolations = ({ reader, token, pages }: FeedReading): Violation[] => {
  const violations: Violation[] = [];
  let previousToken = token;
  for (const [index, { nextToken, positions = [] }] of pages.entries()) {
    if (nextToken < previousToken) {
      violations.push({
        rule: 'token decreased',
        message: `${reader}, page ${index}: from ${previousToken} to ${nextToken}`,
      });
    }
    const isAscending = positions.every((position, index) => index === 0 || positions[index - 1]! < position);
    if (!isAscending)
      violations.push({ rule: 'not ascending', message: `${reader}, page ${index}: ${positions}` });
    previousToken = nextToken;
  }
  return violations;
};

/**
 * If a page reports that there is nothing newer, every write acknowledged before the page was requested must
 * be in this page or an earlier one. A reader that started with a token must receive everything written after
 * it was issued.
 */
const findSkippedWrites = ({ reader, since, pages }: FeedReading, writes: readonly Write[]): Violation[] => {
  const violations: Violation[] = [];
  const received = new Map<string, View>();
  let checkedCount = 0;
  for (const [index, { requestedAt, entries, isLast }] of pages.entries()) {
    for (const entry of entries) received.set(entry.entity, pickNewerView(received.get(entry.entity), entry));
    for (
      ;
      isLast && checkedCount < writes.length && writes[checkedCount]!.acknowledgedAt < requestedAt;
      checkedCount++
    ) {
      const write = writes[checkedCount]!;
      if (write.startedAt > since && !includesWrite(received.get(write.entity), write)) {
        violations.push({
          rule: 'skipped',
          message: `${reader} did not get ${describe(write)}, which was acknowledged before its page ${index}`,
        });
      }
    }
  }
  if (checkedCount < writes.length) {
    violations.push({
      rule: 'not followed',
      message: `${reader} stopped before the last write was acknowledged`,
    });
  }
  return violations;
};

const pickNewerView = (existing: View | undefined, entry: View): View =>
  existing !== undefined && !entry.isDeleted && (existing.isDeleted || existing.revision > entry.revision)
    ? existing
    : entry;

/** Applied in order, the entries must produce exactly the state of the tables, including tombstones. */
const findCopyViolations = (
  { reader, since, pages }: FeedReading,
  tables: ReadonlyMap<string, View>,
): Violation[] => {
  const copy = new Map<string, View>();
  for (const { entries } of pages) for (const entry of entries) copy.set(entry.entity, entry);

  const violations: Violation[] = [];
  const addDifference = (entity: string, copied: View | undefined, stored: View | undefined) =>
    violations.push({
      rule: 'differs from the tables',
      message: `for ${entity}, ${reader} ends with ${copied?.content ?? 'nothing'}, but the tables contain ${stored?.content ?? 'nothing'}`,
    });
  for (const [entity, copied] of copy) {
    const stored = tables.get(entity);
    if (stored?.content !== copied.content || stored.isDeleted !== copied.isDeleted)
      addDifference(entity, copied, stored);
  }
  if (since === Number.NEGATIVE_INFINITY) {
    for (const [entity, stored] of tables) if (!copy.has(entity)) addDifference(entity, undefined, stored);
  }
  return violations;
};
