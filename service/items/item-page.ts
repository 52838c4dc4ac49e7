import { limits } from '#contract/limits.ts';
import { cursorOf } from '#service/http/cursor.ts';
import { type ItemRow, presentItem } from './item-queries.ts';

/** The size of a default page and one more, which shows whether another page follows: so one statement is enough. */
const AT_ONCE = limits.page + 1;
/** Characters after which a page ends, whatever its limit. */
const MAX_CHARACTERS = limits.body;

/**
 * A page of items as JSON text. An item has 1 KB, or 800 KB with the maximum of attributes: pages of five hundred such items
 * for a few clients would use up the memory of the server. So items are read in batches, and a page ends when it is large
 * enough.
 */
export const itemPageText = async (
  read: (place: { after: string; max: number }) => Promise<ItemRow[]>,
  { after: start, limit }: { after: string; limit: number },
): Promise<string> => {
  const texts: string[] = [];
  let characters = 0;
  let after = start;
  const page = (next: string | null) => `{"items":[${texts.join(',')}],"next":${JSON.stringify(next)}}`;
  for (;;) {
    const max = Math.min(AT_ONCE, limit + 1 - texts.length);
    const rows = await read({ after, max });
    for (const row of rows) {
      if (texts.length === limit || characters >= MAX_CHARACTERS) return page(cursorOf(after));
      const text = JSON.stringify(presentItem(row));
      texts.push(text);
      characters += text.length;
      after = row.external_id;
    }
    if (rows.length < max) return page(null);
  }
};
