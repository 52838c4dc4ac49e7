import { flagOf, textOf, uuidOf, withoutUndefined } from '#portal/ui/search-values.ts';

/** URL parameters of a list of items. */
export type ItemsSearch = {
  text?: string | undefined;
  isArchived?: true | undefined;
  /** The item in the drawer. */
  item?: string | undefined;
  isImporting?: true | undefined;
};

export const parseItemsSearch = (search: Record<string, unknown>): ItemsSearch =>
  withoutUndefined({
    text: textOf(search.text),
    isArchived: flagOf(search.isArchived) || undefined,
    item: search.item === 'new' ? 'new' : uuidOf(search.item),
    isImporting: flagOf(search.isImporting) || undefined,
  });
