import type { ContentTypePage } from '#contract/content-type.ts';
import type { ItemPage } from '#contract/item.ts';
import type { InspectionPage } from '#contract/result.ts';
import type { TaskPage } from '#contract/task-list.ts';
import type { ManagedTeamPage } from '#contract/team-management.ts';
import type { UserPage } from '#contract/user.ts';
import type { ManagedWorkbookPage } from '#contract/workbook-management.ts';
import { get } from './request.ts';

const LIMIT = 5;
/** Each content type takes one request to search. */
const MAX_CONTENT_TYPES = 8;

export const searchTasks = (text: string, signal: AbortSignal) =>
  get<TaskPage>('/api/v1/tasks', { query: { text, sort: '-modifiedAt', limit: LIMIT }, signal });

export const searchInspections = (text: string, signal: AbortSignal) =>
  get<InspectionPage>('/api/v1/inspections', { query: { text, limit: LIMIT }, signal });

export const searchWorkbooks = (text: string, signal: AbortSignal) =>
  get<ManagedWorkbookPage>('/api/v1/workbooks', { query: { text, limit: LIMIT }, signal });

export const searchTeams = (text: string, signal: AbortSignal) =>
  get<ManagedTeamPage>('/api/v1/teams', { query: { text, limit: LIMIT }, signal });

export const searchUsers = (text: string, signal: AbortSignal) =>
  get<UserPage>('/api/v1/users', { query: { text, sort: 'name', limit: LIMIT }, signal });

export const searchItems = async (
  text: string,
  contentTypes: ContentTypePage['contentTypes'],
  signal: AbortSignal,
) => {
  const largestTypes = contentTypes
    .filter(({ itemCount }) => itemCount > 0)
    .toSorted((a, b) => b.itemCount - a.itemCount)
    .slice(0, MAX_CONTENT_TYPES);
  const pages = await Promise.all(
    largestTypes.map(async ({ id, name }) => {
      const query = { text, limit: LIMIT };
      const { items } = await get<ItemPage>(`/api/v1/content-types/${id}/items`, { query, signal });
      return items.map((item) => ({ ...item, contentTypeName: name }));
    }),
  );
  return pages
    .flat()
    .toSorted((a, b) => a.title.localeCompare(b.title))
    .slice(0, LIMIT);
};
