import { parseBoolean, parseText, withoutUndefined } from '#portal/ui/search-values.ts';

export type TeamsSearch = ReturnType<typeof parseTeamsSearch>;

export const parseTeamsSearch = (search: Record<string, unknown>) =>
  withoutUndefined({ text: parseText(search.text), isNew: parseBoolean(search.isNew) || undefined });
