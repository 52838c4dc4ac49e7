import { parseBoolean, parseText, withoutUndefined } from '#portal/ui/search-values.ts';

/** URL parameters of the team list. */
export type TeamsSearch = {
  text?: string | undefined;
  /** Whether the dialog for a new team is open. */
  isNew?: true | undefined;
};

export const parseTeamsSearch = (search: Record<string, unknown>): TeamsSearch =>
  withoutUndefined({ text: parseText(search.text), isNew: parseBoolean(search.isNew) || undefined });
