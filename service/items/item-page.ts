import { limits } from '#contract/limits.ts';
import { cursorOf } from '#service/http/cursor.ts';
import { type ItemRow, presentItem } from './item-queries.ts';

/** As many as the usual page has, and the one that tells whether there is another: then one statement is enough. */
const AT_ONCE = limits.page + 1;
/** Characters with which a page is full, however many were asked for. */
const FULL = limits.body;

/**
 * A page of items as JSON text. An item has 1 KB, or 800 with all the attributes that it may have: five hundred such, and
 * a few callers who ask for them, would take the memory of the server. So they are read some at a time, and a page that is
 * full ends.
 */
export const itemPageText = async (
  read: (place: { after: string; most: number }) => Promise<ItemRow[]>,
  { after: begin, limit }: { after: string; limit: number },
): Promise<string> => {
  const texts: string[] = [];
  let characters = 0;
  let after = begin;
  const page = (next: string | null) => `{"items":[${texts.join(',')}],"next":${JSON.stringify(next)}}`;
  for (;;) {
    const most = Math.min(AT_ONCE, limit + 1 - texts.length);
    const rows = await read({ after, most });
    for (const row of rows) {
      if (texts.length === limit || characters >= FULL) return page(cursorOf(after));
      const text = JSON.stringify(presentItem(row));
      texts.push(text);
      characters += text.length;
      after = row.external_id;
    }
    if (rows.length < most) return page(null);
  }
};
