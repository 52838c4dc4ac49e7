import { useQueryClient } from '@tanstack/react-query';
import type { NavigateOptions } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatDay } from '#kit/date-time-format.ts';
import { formatFullName } from '#kit/full-name.ts';
import type { Icon } from '#kit/icons/icon.tsx';
import { IconUsers } from '#kit/icons/icons.ts';
import { contentTypesQuery } from '#portal/api/items.ts';
import { eligiblePeopleQuery } from '#portal/api/lookups.ts';
import {
  searchInspections,
  searchItems,
  searchTasks,
  searchTeams,
  searchUsers,
  searchWorkbooks,
} from '#portal/api/search.ts';
import { hasPermission, useMe } from '#portal/session/me.ts';
import { listPages } from './pages.ts';

export type SearchResult = { id: string; label: string; description: string; destination: NavigateOptions };

const SOURCES = ['tasks', 'inspections', 'workbooks', 'items', 'teams', 'people'] as const;
type SourceName = (typeof SOURCES)[number];

const isSource = (page: string): page is SourceName => SOURCES.includes(page as SourceName);

/** A searchable kind of object, named after its page. */
export type SearchSource = {
  name: SourceName;
  icon: Icon;
  search: (text: string, signal: AbortSignal) => Promise<{ results: SearchResult[]; hasMore: boolean }>;
  /** Returns a link to a list of all matches, shown if `search` has not returned them all. */
  createAllMatchesLink?: (text: string) => NavigateOptions;
};

export const useSearchSources = (): SearchSource[] => {
  const me = useMe();
  const searches = useSearches();
  const findAssignees = useFindAssignees();
  const pages = listPages(me);
  const sources = pages.flatMap(({ name, to, icon }): SearchSource[] => {
    const createAllMatchesLink = (text: string) => ({ to, search: { text } }) as NavigateOptions;
    return isSource(name) ? [{ name, icon, search: searches[name], createAllMatchesLink }] : [];
  });
  // Planners cannot open a person's page, but they can view an assignee's tasks.
  const isPlanner = hasPermission(me, 'Tasks.Read') && !pages.some(({ name }) => name === 'people');
  return isPlanner ? [...sources, { name: 'people', icon: IconUsers, search: findAssignees }] : sources;
};

const useSearches = (): Record<SourceName, SearchSource['search']> => {
  const { t: tGeneral } = useTranslation('general');
  const queryClient = useQueryClient();
  return {
    tasks: (text, signal) =>
      fetchResults(searchTasks(text, signal), ({ tasks }) =>
        tasks.map(({ id, title, externalId, state, team }) => ({
          id,
          label: title,
          description: joinDescription(externalId, tGeneral(`state${state}`), team.title),
          destination: { to: '/tasks/$taskId', params: { taskId: id } },
        })),
      ),
    inspections: (text, signal) =>
      fetchResults(searchInspections(text, signal), ({ inspections }) =>
        inspections.map(({ id, title, externalId, state, userName, startedAt }) => ({
          id,
          label: title,
          description: joinDescription(externalId, tGeneral(`state${state}`), userName, formatDay(startedAt)),
          destination: { to: '/inspections/$inspectionId', params: { inspectionId: id } },
        })),
      ),
    workbooks: (text, signal) =>
      fetchResults(searchWorkbooks(text, signal), ({ workbooks }) =>
        workbooks.map(({ id, title, name, contentType }) => ({
          id,
          label: title,
          description: joinDescription(name, contentType?.name),
          destination: { to: '/workbooks/$workbookId', params: { workbookId: id } },
        })),
      ),
    items: async (text, signal) => {
      const contentTypes = await queryClient.ensureQueryData(contentTypesQuery);
      const items = await searchItems(text, contentTypes, signal);
      const results = items.map(
        ({ id, title, externalId, contentTypeId, contentTypeName }): SearchResult => ({
          id,
          label: title,
          description: joinDescription(externalId, contentTypeName),
          destination: { to: '/items/$contentTypeId', params: { contentTypeId }, search: { item: id } },
        }),
      );
      return { results, hasMore: false };
    },
    teams: (text, signal) =>
      fetchResults(searchTeams(text, signal), ({ teams }) =>
        teams.map(({ id, title, description }) => ({
          id,
          label: title,
          description,
          destination: { to: '/teams/$teamId', params: { teamId: id } },
        })),
      ),
    people: (text, signal) =>
      fetchResults(searchUsers(text, signal), ({ users }) =>
        users.map((user) => ({
          id: String(user.id),
          label: formatFullName(user),
          description: joinDescription(user.userName, user.emailAddress),
          destination: { to: '/people/$userId', params: { userId: user.id } },
        })),
      ),
  };
};

const MAX_ASSIGNEES = 5;

const useFindAssignees = (): SearchSource['search'] => {
  const { t } = useTranslation('shell');
  const queryClient = useQueryClient();
  return async (text) => {
    const words = text.toLowerCase().split(/\s+/);
    const { people } = await queryClient.ensureQueryData(eligiblePeopleQuery);
    const matchingPeople = people.filter((person) => {
      const names = `${formatFullName(person)} ${person.userName}`.toLowerCase();
      return words.every((word) => names.includes(word));
    });
    const results = matchingPeople.slice(0, MAX_ASSIGNEES).map(
      (person): SearchResult => ({
        id: String(person.id),
        label: formatFullName(person),
        description: t('tasksOfPerson'),
        destination: { to: '/tasks', search: { assigneeId: [person.id] } },
      }),
    );
    return { results, hasMore: false };
  };
};

const fetchResults = async <Page extends { next: unknown }>(
  request: Promise<Page>,
  toResults: (page: Page) => SearchResult[],
) => {
  const page = await request;
  return { results: toResults(page), hasMore: page.next !== null };
};

const joinDescription = (...parts: (string | null | undefined)[]): string =>
  parts.filter(Boolean).join(' · ');
