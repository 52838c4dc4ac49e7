import { flagOf, oneOf, sortOf, textOf, uuidOf, withoutUndefined } from '#portal/ui/search-values.ts';

/** URL parameters of the list of people. */
export type PeopleSearch = {
  text?: string | undefined;
  role?: string | undefined;
  teamId?: string | undefined;
  isActive?: boolean | undefined;
  isService?: boolean | undefined;
  sort?: string | undefined;
  /** The open dialog for a new user. */
  new?: 'person' | 'service' | undefined;
};

export const parsePeopleSearch = (search: Record<string, unknown>): PeopleSearch =>
  withoutUndefined({
    text: textOf(search.text),
    role: textOf(search.role),
    teamId: uuidOf(search.teamId),
    isActive: flagOf(search.isActive),
    isService: flagOf(search.isService),
    sort: sortOf(search.sort, ['userName', 'name', 'lastSignedInAt']),
    new: oneOf(search.new, ['person', 'service']),
  });

export const PERSON_TABS = ['roles', 'teams', 'sign-in', 'tokens'] as const;

/** The selected tab; the profile by default. */
export type PersonSearch = { tab?: (typeof PERSON_TABS)[number] | undefined };

export const parsePersonSearch = (search: Record<string, unknown>): PersonSearch =>
  withoutUndefined({ tab: oneOf(search.tab, PERSON_TABS) });
