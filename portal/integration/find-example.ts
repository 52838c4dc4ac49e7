import { listAllTeams, listTeamGroups, readWorkbooksOfTeam } from '#portal/api/teams.ts';

/** Names by which a task can be created in this organisation as it is. */
export type Example = { team: string; workbook: string; person: string };

/** Teams that are looked at; an organisation in use has its example in the first or second. */
const MOST_TEAMS = 5;

/** A team with somebody to perform a task and a workbook to perform it with, if there is one. */
export const findExample = async (): Promise<Example | null> => {
  const teams = (await listAllTeams()).filter(({ isActive }) => isActive);
  for (const { id, title } of teams.slice(0, MOST_TEAMS)) {
    const [groups, { workbooks }] = await Promise.all([listTeamGroups(id), readWorkbooksOfTeam(id)]);
    const inspectors = groups.find((group) => (group.name as string) === 'Inspectors')?.members;
    const person = inspectors?.find(({ isActive }) => isActive)?.userName;
    const workbook = workbooks[0]?.name;
    if (person !== undefined && workbook !== undefined) return { team: title, workbook, person };
  }
  return null;
};
