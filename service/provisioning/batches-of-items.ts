import type { ProvisionItem } from '#contract/provision.ts';

/** Takes about 0.1 s to write, far below the statement timeout. */
const HEAVIEST_BATCH = 20_000;

/** PostgreSQL ends a transaction that is idle for ten seconds. */
const MAX_READING_MS = 1_000;

/**
 * Divides items into batches, one per statement: by their weight, and by the time it took to read them, because the
 * database waits during that time.
 */
export function* batchesOfItems(
  items: Iterable<ProvisionItem>,
  now = () => performance.now(),
): Generator<ProvisionItem[]> {
  let batch: ProvisionItem[] = [];
  let weight = 0;
  let since = now();
  for (const item of items) {
    batch.push(item);
    weight += weightOf(item);
    if (weight < HEAVIEST_BATCH && now() - since < MAX_READING_MS) continue;
    yield batch;
    batch = [];
    weight = 0;
    since = now();
  }
  if (batch.length > 0) yield batch;
}

const MEMBERS_OF_AN_ITEM = 5;
const CHARACTERS_LIKE_A_MEMBER = 100;

/** An item may have one short text or 800,000 characters: every member counts, and so do long texts. */
const weightOf = ({ attributes = {} }: ProvisionItem) =>
  Object.values(attributes).reduce<number>(
    (weight, value) => weight + 1 + (typeof value === 'string' ? value.length / CHARACTERS_LIKE_A_MEMBER : 0),
    MEMBERS_OF_AN_ITEM,
  );
