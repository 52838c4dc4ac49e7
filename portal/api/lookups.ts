import { useQuery } from '@tanstack/react-query';
import type { Performer, Performers } from '#contract/performer.ts';
import type { ManagedWorkbook } from '#contract/workbook-management.ts';
import { get } from './request.ts';

// What fills the choices of forms and filters. The keys begin as those of the things themselves: what changes them changes these.

export const useWorkbooks = ({ enabled = true } = {}) =>
  useQuery({
    queryKey: ['workbooks', 'all'],
    queryFn: () => get<{ workbooks: ManagedWorkbook[] }>('/api/v1/workbooks', { query: { limit: 500 } }),
    select: ({ workbooks }) => workbooks,
    enabled,
  });

/** The workbooks that a team uses, of which a task may have one. */
export const useWorkbooksOfTeam = (teamId: string | null) =>
  useQuery({
    queryKey: ['workbooks', 'of team', teamId],
    queryFn: () =>
      get<{ workbooks: ManagedWorkbook[] }>('/api/v1/workbooks', { query: { teamId, limit: 500 } }),
    select: ({ workbooks }) => workbooks.filter(({ published }) => published !== null),
    enabled: teamId !== null,
  });

export type ItemChoice = { id: string; externalId: string; title: string };

/** The first items of a content type whose names have the words. */
export const findItems = (contentTypeId: string, text: string) =>
  get<{ items: ItemChoice[] }>(`/api/v1/content-types/${contentTypeId}/items`, {
    query: { text, limit: 20 },
  });

/** Who performs in the teams whose tasks one sees. */
export const usePerformers = ({ enabled = true } = {}) =>
  useQuery({
    queryKey: ['users', 'performers'],
    queryFn: () => get<Performers>('/api/v1/performers'),
    select: ({ people }) => people,
    enabled,
  });

export const fullName = ({ name, surname, userName }: Pick<Performer, 'name' | 'surname' | 'userName'>) =>
  [name, surname].filter(Boolean).join(' ') || userName;
