import { flagOf, present, textOf } from '#portal/frame/search-values.ts';

/** What of the list of teams stands in its address. */
export type TeamsSearch = {
  text?: string | undefined;
  /** The dialog that makes a team is open. */
  isNew?: true | undefined;
};

export const parseTeamsSearch = (search: Record<string, unknown>): TeamsSearch =>
  present({ text: textOf(search.text), isNew: flagOf(search.isNew) || undefined });
