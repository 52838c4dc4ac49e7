import {
  parseBoolean,
  parseOption,
  parseSort,
  parseText,
  parseUuid,
  withoutUndefined,
} from '#portal/ui/search-values.ts';

/** URL parameters of the people list. */
export type PeopleSearch = {
  text?: string | undefined;
  role?: string | undefined;
  teamId?: string | undefined;
  isActive?: boolean | undefined;
  isService?: boolean | undefined;
  sort?: string | undefined;
  /** The dialog that is open for creating a user. */
  new?: 'person' | 'service' | undefined;
};

export const parsePeopleSearch = (search: Record<string, unknown>): PeopleSearch =>
  withoutUndefined({
    text: parseText(search.text),
    role: parseText(search.role),
    teamId: parseUuid(search.teamId),
    isActive: parseBoolean(search.isActive),
    isService: parseBoolean(search.isService),
    sort: parseSort(search.sort, ['userName', 'name', 'lastSignedInAt']),
    new: parseOption(search.new, ['person', 'service']),
  });

export const PERSON_TABS = ['roles', 'teams', 'sign-in', 'tokens'] as const;

/** The selected tab, by default the profile. */
export type PersonSearch = { tab?: (typeof PERSON_TABS)[number] | undefined };

export const parsePersonSearch = (search: Record<string, unknown>): PersonSearch =>
  withoutUndefined({ tab: parseOption(search.tab, PERSON_TABS) });
