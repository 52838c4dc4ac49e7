import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type EntityState,
  type FeedReading,
  findViolations,
  type History,
  type Page,
  type Write,
} from './history-checker.ts';

const PAGE_SIZE = 3;

type Step =
  | { kind: 'write'; entity: number; isDeletion: boolean }
  | { kind: 'read'; reader: number }
  | { kind: 'join'; startsAtEnd: boolean };

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('write'), entity: fc.nat(8), isDeletion: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('read'), reader: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('join'), startsAtEnd: fc.boolean() }) },
) as fc.Arbitrary<Step>;
const stepLists = fc.array(stepArbitrary, { minLength: 1, maxLength: 60 });

const createEntityState = (entity: string, revision: number, isDeleted: boolean): EntityState => ({
  entity,
  revision,
  isDeleted,
  content: `${entity} at ${revision}`,
});

/**
 * Runs the steps against a feed that is correct by construction: a list in which each change to an entity moves
 * the entity's entry to the end.
 */
const simulate = (steps: readonly Step[]): History => {
  const tables = new Map<string, EntityState>();
  const feed = new Map<string, bigint>();
  const writes: Write[] = [];
  const readings: (FeedReading & { pages: Page[] })[] = [];
  let [now, lastPosition] = [0, 0n];

  const join = (startsAtEnd: boolean) =>
    readings.push({
      reader: `reader ${readings.length}`,
      issuedAt: startsAtEnd ? now++ : Number.NEGATIVE_INFINITY,
      token: startsAtEnd ? lastPosition : 0n,
      pages: [],
    });
  const read = (reading: FeedReading & { pages: Page[] }): boolean => {
    const token = reading.pages.at(-1)?.nextToken ?? reading.token;
    const newerEntries = [...feed]
      .filter(([, position]) => position > token)
      .sort((a, b) => Number(a[1] - b[1]));
    const pageEntries = newerEntries.slice(0, PAGE_SIZE);
    const positions = pageEntries.map(([, position]) => position);
    reading.pages.push({
      requestedAt: now++,
      nextToken: positions.at(-1) ?? token,
      entries: pageEntries.map(([entity]) => tables.get(entity)!),
      isLast: newerEntries.length <= PAGE_SIZE,
      positions,
    });
    return newerEntries.length <= PAGE_SIZE;
  };
  join(false);
  for (const step of steps) {
    if (step.kind === 'join') join(step.startsAtEnd);
    else if (step.kind === 'read') read(readings[step.reader % readings.length]!);
    else {
      const entity = `task ${step.entity}`;
      const { revision = 0, isDeleted = false } = tables.get(entity) ?? {};
      if (isDeleted) continue;
      tables.set(entity, createEntityState(entity, revision + 1, step.isDeletion));
      feed.set(entity, ++lastPosition);
      writes.push({
        entity,
        revision: revision + 1,
        isDeletion: step.isDeletion,
        startedAt: now++,
        acknowledgedAt: now++,
      });
    }
  }
  for (const reading of readings) while (!read(reading));
  return { writes, readings, tables };
};

const findViolatedRules = (history: History) => new Set(findViolations(history).map(({ rule }) => rule));

/** Returns the history with one reader's pages changed. */
const replacePages = (
  history: History,
  reader: number,
  change: (pages: readonly Page[]) => Page[],
): History => ({
  ...history,
  readings: history.readings.map((reading, index) =>
    index === reader ? { ...reading, pages: change(reading.pages) } : reading,
  ),
});

test('finds no violation in a correct feed, whatever the order of reads and writes', () => {
  fc.assert(fc.property(stepLists, (steps) => assert.deepEqual(findViolations(simulate(steps)), [])));
});

test('finds a change that a reader never receives', () => {
  fc.assert(
    fc.property(stepLists, fc.nat(), (steps, choice) => {
      const history = simulate(steps);
      const write = history.writes.at(choice % Math.max(1, history.writes.length));
      fc.pre(write !== undefined);
      const skippedHistory = replacePages(history, 0, (pages) =>
        pages.map((page) => ({
          ...page,
          entries: page.entries.filter(({ entity }) => entity !== write.entity),
        })),
      );
      assert.ok(findViolatedRules(skippedHistory).has('skipped'));
      assert.ok(findViolatedRules(skippedHistory).has('differs from the tables'));
    }),
  );
});

test('finds a change that a reader receives only after a page without newer changes', () => {
  const write = { entity: 'a', revision: 1, isDeletion: false, startedAt: 1, acknowledgedAt: 2 };
  const tables = new Map([['a', createEntityState('a', 1, false)]]);
  const page = { nextToken: 1n, isLast: true };
  const latePages = [
    { ...page, requestedAt: 3, entries: [] },
    { ...page, requestedAt: 4, entries: [createEntityState('a', 1, false)] },
  ];
  const reading = { reader: 'late', issuedAt: Number.NEGATIVE_INFINITY, token: 0n, pages: latePages };
  assert.deepEqual([...findViolatedRules({ writes: [write], readings: [reading], tables })], ['skipped']);
});

test('finds a token that decreases', () => {
  fc.assert(
    fc.property(stepLists, fc.nat(), (steps, choice) => {
      const history = simulate(steps);
      const index = choice % history.readings[0]!.pages.length;
      const { nextToken } = history.readings[0]!.pages[index]!;
      fc.pre(nextToken > 0n);
      const decreasedHistory = replacePages(history, 0, (pages) =>
        pages.toSpliced(index, 0, { ...pages[index]!, nextToken: nextToken + 1n }),
      );
      assert.ok(findViolatedRules(decreasedHistory).has('token decreased'));
    }),
  );
});

test('finds a page whose entries are out of order', () => {
  fc.assert(
    fc.property(stepLists, (steps) => {
      const history = simulate(steps);
      const index = history.readings[0]!.pages.findIndex(({ entries }) => entries.length > 1);
      fc.pre(index >= 0);
      const reversedHistory = replacePages(history, 0, (pages) =>
        pages.with(index, { ...pages[index]!, positions: pages[index]!.positions!.toReversed() }),
      );
      assert.ok(findViolatedRules(reversedHistory).has('not ascending'));
    }),
  );
});

test('finds an acknowledged change or deletion that is not in the tables', () => {
  fc.assert(
    fc.property(stepLists, fc.nat(), (steps, choice) => {
      const history = simulate(steps);
      const storedState = [...history.tables.values()].at(choice % Math.max(1, history.tables.size));
      fc.pre(storedState !== undefined);
      const olderTables = new Map(history.tables).set(
        storedState.entity,
        createEntityState(storedState.entity, storedState.revision - 1, false),
      );
      assert.ok(findViolatedRules({ ...history, tables: olderTables }).has('lost'));
    }),
  );
});

test('finds a reader that stops before the end of the feed', () => {
  const write = { entity: 'a', revision: 1, isDeletion: false, startedAt: 1, acknowledgedAt: 2 };
  const tables = new Map([['a', createEntityState('a', 1, false)]]);
  const reading = { reader: 'idle', issuedAt: 0, token: 0n, pages: [] };
  assert.deepEqual(
    [...findViolatedRules({ writes: [write], readings: [reading], tables })],
    ['stopped early'],
  );
});
