import type { ProvisionItem } from '#contract/provision.ts';

/** Writing a batch of this weight takes about 0.1 s, far less than the statement timeout. */
const MAX_BATCH_WEIGHT = 20_000;

/** The maximum time for reading a batch, far less than the idle transaction timeout of ten seconds. */
const MAX_READING_MS = 1_000;

/** Splits items into single-statement batches, by weight and by the time it takes to read them. */
export function* batchItems(
  items: Iterable<ProvisionItem>,
  now = () => performance.now(),
): Generator<ProvisionItem[]> {
  let batch: ProvisionItem[] = [];
  let weight = 0;
  let startedAt = now();
  for (const item of items) {
    batch.push(item);
    weight += computeWeight(item);
    if (weight < MAX_BATCH_WEIGHT && now() - startedAt < MAX_READING_MS) continue;
    yield batch;
    batch = [];
    weight = 0;
    startedAt = now();
  }
  if (batch.length > 0) yield batch;
}

const ITEM_WEIGHT = 5;
const CHARACTERS_PER_WEIGHT = 100;

/** Counts the attributes and their length: items range from one short string to 800,000 characters. */
const computeWeight = ({ attributes = {} }: ProvisionItem) =>
  Object.values(attributes).reduce<number>(
    (weight, value) => weight + 1 + (typeof value === 'string' ? value.length / CHARACTERS_PER_WEIGHT : 0),
    ITEM_WEIGHT,
  );
