import { parseBoolean, parseText, withoutUndefined } from '#portal/ui/search-values.ts';

/** URL parameters of the team list. */
export type TeamsSearch = ReturnType<typeof parseTeamsSearch>;

export const parseTeamsSearch = (search: Record<string, unknown>) =>
  withoutUndefined({
    text: parseText(search.text),
    // Whether the dialog for a new team is open.
    isNew: parseBoolean(search.isNew) || undefined,
  });
