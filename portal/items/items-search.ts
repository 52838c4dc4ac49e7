import { flagOf, present, textOf, uuidOf } from '#portal/frame/search-values.ts';

/** What of a list of items stands in its address. */
export type ItemsSearch = {
  text?: string | undefined;
  isArchived?: true | undefined;
  /** The item that is open. */
  item?: string | undefined;
  isImporting?: true | undefined;
};

export const parseItemsSearch = (search: Record<string, unknown>): ItemsSearch =>
  present({
    text: textOf(search.text),
    isArchived: flagOf(search.isArchived) || undefined,
    item: search.item === 'new' ? 'new' : uuidOf(search.item),
    isImporting: flagOf(search.isImporting) || undefined,
  });
