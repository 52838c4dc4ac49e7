import type { TeamGroup as GroupName } from '#contract/team.ts';
import type {
  CandidatePage,
  ManagedTeam,
  ManagedTeamPage,
  NewTeam,
  TeamGroups,
  TeamPatch,
} from '#contract/team-management.ts';
import type { ManagedWorkbookPage, UsedWorkbooks } from '#contract/workbook-management.ts';
import { readAllPages } from './read-all-pages.ts';
import { get, getWithRevision, patch, post, put, remove } from './request.ts';

const TEAMS = '/api/v1/teams';

export const listTeams = (query: { text?: string | undefined; after?: string | undefined; limit?: number }) =>
  get<ManagedTeamPage>(TEAMS, { query });

export const listAllTeams = () =>
  readAllPages(
    (after) => listTeams({ after, limit: 500 }),
    ({ teams }) => teams,
  );

export const readTeam = (id: string) => get<ManagedTeam>(`${TEAMS}/${id}`);
export const createTeam = (team: NewTeam) => post<ManagedTeam>(TEAMS, team);
export const editTeam = (id: string, change: TeamPatch, revision: number) =>
  patch<ManagedTeam>(`${TEAMS}/${id}`, change, { revision });

export const TEAM_GROUPS: GroupName[] = ['Administrators', 'Coordinators', 'Inspectors', 'Viewer'];

export type TeamGroup = TeamGroups['groups'][number];
export const listTeamGroups = async (id: string) => (await get<TeamGroups>(`${TEAMS}/${id}/groups`)).groups;
export const findCandidates = async (id: string, text: string) =>
  (await get<CandidatePage>(`${TEAMS}/${id}/candidates`, { query: { text, limit: 20 } })).users;
export const addMember = (id: string, group: string, userId: number) =>
  put<unknown>(`${TEAMS}/${id}/groups/${group}/members/${userId}`, undefined);
export const removeMember = (id: string, group: string, userId: number) =>
  remove<unknown>(`${TEAMS}/${id}/groups/${group}/members/${userId}`);

export const readTeamWorkbooks = async (id: string) => {
  const { data, revision } = await getWithRevision<UsedWorkbooks>(`${TEAMS}/${id}/workbooks`);
  return { workbooks: data.workbooks, revision };
};
export const setTeamWorkbooks = (id: string, workbookIds: string[], revision: string) =>
  put<unknown>(`${TEAMS}/${id}/workbooks`, { workbookIds }, { revision });

export const findWorkbooks = async (text: string) =>
  (await get<ManagedWorkbookPage>('/api/v1/workbooks', { query: { text, limit: 20 } })).workbooks;
