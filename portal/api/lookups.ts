import { useQuery } from '@tanstack/react-query';
import { get } from './request.ts';

// What fills the choices of forms and filters: asked once and kept for minutes.

const KEPT_MS = 300_000;

export type TeamChoice = { id: string; title: string; isActive: boolean };
export type WorkbookChoice = { id: string; title: string; name: string; contentType: string | null };
/** Somebody who performs in a team that one plans. */
export type PerformerChoice = {
  id: number;
  userName: string;
  name: string;
  surname: string;
  teamIds: string[];
};

export const useTeams = () =>
  useQuery({
    queryKey: ['lookup', 'teams'],
    queryFn: () => get<{ teams: TeamChoice[] }>('/api/v1/teams', { query: { limit: 500 } }),
    select: ({ teams }) => teams,
    staleTime: KEPT_MS,
  });

export const useWorkbooks = () =>
  useQuery({
    queryKey: ['lookup', 'workbooks'],
    queryFn: () => get<{ workbooks: WorkbookChoice[] }>('/api/v1/workbooks', { query: { limit: 500 } }),
    select: ({ workbooks }) => workbooks,
    staleTime: KEPT_MS,
  });

export const usePerformers = () =>
  useQuery({
    queryKey: ['lookup', 'performers'],
    queryFn: () => {
      const today = new Date().toISOString().slice(0, 10);
      return get<{ people: PerformerChoice[] }>('/api/v1/board', { query: { from: today, to: today } });
    },
    select: ({ people }) => people,
    staleTime: KEPT_MS,
  });

export const fullName = ({
  name,
  surname,
  userName,
}: Pick<PerformerChoice, 'name' | 'surname' | 'userName'>) =>
  [name, surname].filter(Boolean).join(' ') || userName;
