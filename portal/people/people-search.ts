import { flagOf, oneOf, present, sortOf, textOf, uuidOf } from '#portal/frame/search-values.ts';

/** What of the list of people stands in its address. */
export type PeopleSearch = {
  text?: string | undefined;
  role?: string | undefined;
  teamId?: string | undefined;
  isActive?: boolean | undefined;
  isService?: boolean | undefined;
  sort?: string | undefined;
  /** The dialog that makes somebody is open. */
  new?: 'person' | 'service' | undefined;
};

export const parsePeopleSearch = (search: Record<string, unknown>): PeopleSearch =>
  present({
    text: textOf(search.text),
    role: textOf(search.role),
    teamId: uuidOf(search.teamId),
    isActive: flagOf(search.isActive),
    isService: flagOf(search.isService),
    sort: sortOf(search.sort, ['userName', 'name', 'lastSignedInAt']),
    new: oneOf(search.new, ['person', 'service']),
  });

export const PERSON_TABS = ['roles', 'teams', 'sign-in', 'tokens'] as const;

/** Without a tab a person's page shows who it is. */
export type PersonSearch = { tab?: (typeof PERSON_TABS)[number] | undefined };

export const parsePersonSearch = (search: Record<string, unknown>): PersonSearch =>
  present({ tab: oneOf(search.tab, PERSON_TABS) });
