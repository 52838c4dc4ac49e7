import type { Item } from '#contract/item.ts';
import { limits } from '#contract/limits.ts';
import { encodeCursor } from '#service/http/cursor.ts';

/** A default page plus one item, to tell whether there are more. */
const BATCH_SIZE = limits.page + 1;
/** A page ends after this many characters, whatever its limit. */
const MAX_CHARACTERS = limits.body;

/**
 * An item is typically 1 KB, but 800 KB with the maximum number of attributes. Five hundred of those would exhaust the
 * server's memory, so items are read in batches, and a large page ends early.
 */
export const readItemPage = async (
  read: (range: { after: string; max: number }) => Promise<Item[]>,
  { after: start, limit }: { after: string; limit: number },
): Promise<string> => {
  const items: string[] = [];
  let characterCount = 0;
  let after = start;
  const formatPage = (next: string | null) => `{"items":[${items.join(',')}],"next":${JSON.stringify(next)}}`;
  for (;;) {
    const max = Math.min(BATCH_SIZE, limit + 1 - items.length);
    const rows = await read({ after, max });
    for (const row of rows) {
      if (items.length === limit || characterCount >= MAX_CHARACTERS) return formatPage(encodeCursor(after));
      const text = JSON.stringify(row);
      items.push(text);
      characterCount += text.length;
      after = row.externalId;
    }
    if (rows.length < max) return formatPage(null);
  }
};
