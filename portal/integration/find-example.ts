import { listAllTeams, listTeamGroups, readTeamWorkbooks } from '#portal/api/teams.ts';

/** Names that work for creating a task in this organisation. */
export type Example = { team: string; workbook: string; person: string };

/** The maximum number of teams to try. In practice, the first or second one works. */
const MAX_TEAMS = 5;

export const findExample = async (): Promise<Example | null> => {
  const teams = (await listAllTeams()).filter(({ isActive }) => isActive);
  for (const { id, title } of teams.slice(0, MAX_TEAMS)) {
    const [groups, { workbooks }] = await Promise.all([listTeamGroups(id), readTeamWorkbooks(id)]);
    const inspectors = groups.find((group) => (group.name as string) === 'Inspectors')?.members;
    const person = inspectors?.find(({ isActive }) => isActive)?.userName;
    const workbook = workbooks[0]?.name;
    if (person !== undefined && workbook !== undefined) return { team: title, workbook, person };
  }
  return null;
};
