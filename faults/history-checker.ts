/*
 * Compares acknowledged writes, and the pages that readers of the change feed received, with the final state
 * of the tables (guarantees 1 and 2). Makes no assumptions about how the feed is implemented.
 *
 * Each writer counts the revisions of its entities, and every entry contains its entity's revision. A reader
 * has received a write if it has received the write's revision or a later one. All times come from the same
 * clock.
 */

export type Write = {
  entity: string;
  revision: number;
  isDeletion: boolean;
  startedAt: number;
  acknowledgedAt: number;
};

/** The state of an entity in a feed entry or a table row. `content` contains all values that readers receive. */
export type EntityState = { entity: string; revision: number; isDeleted: boolean; content: string };

/**
 * A feed page. `isLast` means that the server had no newer changes. `positions` are the entries' positions, if known.
 */
export type Page = {
  requestedAt: number;
  nextToken: bigint;
  entries: readonly EntityState[];
  isLast: boolean;
  positions?: readonly bigint[];
};

/**
 * The pages a reader received. `token` is the token it started with, and `issuedAt` is when that token was issued, or
 * -Infinity if the reader started at the first change.
 */
export type FeedReading = { reader: string; issuedAt: number; token: bigint; pages: readonly Page[] };

export type History = {
  writes: readonly Write[];
  readings: readonly FeedReading[];
  tables: ReadonlyMap<string, EntityState>;
};

export type Violation = {
  rule:
    | 'lost'
    | 'skipped'
    | 'token decreased'
    | 'not ascending'
    | 'differs from the tables'
    | 'stopped early';
  message: string;
};

/** Returns all violations of the guarantees. A correct feed and durable tables cause no violations. */
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

const includesWrite = (state: EntityState | undefined, write: Write): boolean =>
  state !== undefined && (state.isDeleted || (!write.isDeletion && state.revision >= write.revision));

const describeWrite = ({ entity, revision, isDeletion }: Write) =>
  `${isDeletion ? 'the deletion' : `revision ${revision}`} of ${entity}`;

const describeLostWrite = (write: Write): Violation => ({
  rule: 'lost',
  message: `${describeWrite(write)} was acknowledged but is not in the tables`,
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
 * If a page reports that there are no newer changes, every write that was acknowledged before the page was
 * requested must be in this page or an earlier one. A reader that started with a token must receive everything
 * written after the token was issued.
 */
const findSkippedWrites = (
  { reader, issuedAt, pages }: FeedReading,
  writes: readonly Write[],
): Violation[] => {
  const violations: Violation[] = [];
  const received = new Map<string, EntityState>();
  let checkedCount = 0;
  for (const [index, { requestedAt, entries, isLast }] of pages.entries()) {
    for (const entry of entries)
      received.set(entry.entity, pickNewerState(received.get(entry.entity), entry));
    for (
      ;
      isLast && checkedCount < writes.length && writes[checkedCount]!.acknowledgedAt < requestedAt;
      checkedCount++
    ) {
      const write = writes[checkedCount]!;
      if (write.startedAt > issuedAt && !includesWrite(received.get(write.entity), write)) {
        violations.push({
          rule: 'skipped',
          message: `${reader} did not get ${describeWrite(write)}, which was acknowledged before its page ${index}`,
        });
      }
    }
  }
  if (checkedCount < writes.length) {
    violations.push({
      rule: 'stopped early',
      message: `${reader} stopped before the last write was acknowledged`,
    });
  }
  return violations;
};

const pickNewerState = (existing: EntityState | undefined, entry: EntityState): EntityState =>
  existing !== undefined && !entry.isDeleted && (existing.isDeleted || existing.revision > entry.revision)
    ? existing
    : entry;

/** A reader that applies the entries in order must end up with exactly the tables' data, including tombstones. */
const findCopyViolations = (
  { reader, issuedAt, pages }: FeedReading,
  tables: ReadonlyMap<string, EntityState>,
): Violation[] => {
  const copy = new Map<string, EntityState>();
  for (const { entries } of pages) for (const entry of entries) copy.set(entry.entity, entry);

  const violations: Violation[] = [];
  const addDifference = (
    entity: string,
    copiedState: EntityState | undefined,
    storedState: EntityState | undefined,
  ) =>
    violations.push({
      rule: 'differs from the tables',
      message: `for ${entity}, ${reader} ends with ${copiedState?.content ?? 'nothing'}, but the tables contain ${storedState?.content ?? 'nothing'}`,
    });
  for (const [entity, copiedState] of copy) {
    const storedState = tables.get(entity);
    if (storedState?.content !== copiedState.content || storedState.isDeleted !== copiedState.isDeleted)
      addDifference(entity, copiedState, storedState);
  }
  if (issuedAt === Number.NEGATIVE_INFINITY) {
    for (const [entity, storedState] of tables)
      if (!copy.has(entity)) addDifference(entity, undefined, storedState);
  }
  return violations;
};
