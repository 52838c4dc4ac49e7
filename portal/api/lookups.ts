import { queryOptions, useQuery } from '@tanstack/react-query';
import type { EligiblePeople } from '#contract/eligible-person.ts';
import type { ManagedWorkbookPage } from '#contract/workbook-management.ts';
import { listItems } from './items.ts';
import { get } from './request.ts';

// The query keys share a prefix with the lists' keys, so that invalidating the prefix refreshes both.

export const useWorkbooks = ({ enabled = true } = {}) =>
  useQuery({
    queryKey: ['workbooks', 'all'],
    queryFn: () => get<ManagedWorkbookPage>('/api/v1/workbooks', { query: { limit: 500 } }),
    select: ({ workbooks }) => workbooks,
    enabled,
  });

export const useTeamWorkbooks = (teamId: string | null) =>
  useQuery({
    queryKey: ['workbooks', 'by team', teamId],
    queryFn: () => get<ManagedWorkbookPage>('/api/v1/workbooks', { query: { teamId, limit: 500 } }),
    select: ({ workbooks }) => workbooks.filter(({ published }) => published !== null),
    enabled: teamId !== null,
  });

export const findItems = (contentTypeId: string, text: string) =>
  listItems(contentTypeId, { text, limit: 20 });

export const eligiblePeopleQuery = queryOptions({
  queryKey: ['users', 'eligible'],
  queryFn: () => get<EligiblePeople>('/api/v1/eligible-people'),
});

export const useAssignees = ({ enabled = true } = {}) =>
  useQuery({ ...eligiblePeopleQuery, select: ({ people }) => people, enabled });
