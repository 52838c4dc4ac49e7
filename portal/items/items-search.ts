import { parseBoolean, parseText, parseUuid, withoutUndefined } from '#portal/ui/search-values.ts';

export type ItemsSearch = ReturnType<typeof parseItemsSearch>;

export const parseItemsSearch = (search: Record<string, unknown>) =>
  withoutUndefined({
    text: parseText(search.text),
    isArchived: parseBoolean(search.isArchived) || undefined,
    item: search.item === 'new' ? 'new' : parseUuid(search.item),
    isImporting: parseBoolean(search.isImporting) || undefined,
  });
