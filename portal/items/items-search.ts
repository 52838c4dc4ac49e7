import { parseBoolean, parseText, parseUuid, withoutUndefined } from '#portal/ui/search-values.ts';

/** URL parameters of an item list. */
export type ItemsSearch = {
  text?: string | undefined;
  isArchived?: true | undefined;
  /** The item open in the drawer. */
  item?: string | undefined;
  isImporting?: true | undefined;
};

export const parseItemsSearch = (search: Record<string, unknown>): ItemsSearch =>
  withoutUndefined({
    text: parseText(search.text),
    isArchived: parseBoolean(search.isArchived) || undefined,
    item: search.item === 'new' ? 'new' : parseUuid(search.item),
    isImporting: parseBoolean(search.isImporting) || undefined,
  });
