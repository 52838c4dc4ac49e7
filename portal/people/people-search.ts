import {
  parseBoolean,
  parseOption,
  parseSort,
  parseText,
  parseUuid,
  withoutUndefined,
} from '#portal/ui/search-values.ts';

export type PeopleSearch = ReturnType<typeof parsePeopleSearch>;

export const parsePeopleSearch = (search: Record<string, unknown>) =>
  withoutUndefined({
    text: parseText(search.text),
    role: parseText(search.role),
    teamId: parseUuid(search.teamId),
    isActive: parseBoolean(search.isActive),
    isService: parseBoolean(search.isService),
    sort: parseSort(search.sort, ['userName', 'name', 'lastSignedInAt']),
    new: parseOption(search.new, ['person', 'service']),
  });

/** The default is the profile tab. */
export type PersonSearch = ReturnType<typeof parsePersonSearch>;

export const parsePersonSearch = (search: Record<string, unknown>) =>
  withoutUndefined({ tab: parseOption(search.tab, ['roles', 'teams', 'sign-in', 'tokens']) });
