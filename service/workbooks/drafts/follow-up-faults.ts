import type { Field } from '#contract/workbook-definition.ts';
import type { DefinitionFault } from '#contract/workbook-draft.ts';
import type { Database } from '#service/database/connect.ts';
import { didYouMean } from '#service/shape/fault.ts';
import { listTeamTitles } from '#service/teams/team-queries.ts';
import { countBearers, followUpsIn } from '#service/workbooks/follow-ups.ts';
import { listWorkbookNames } from '#service/workbooks/workbook-queries.ts';

/** Names for which a similar one is looked for: each takes 40 ms where names are long. */
const HINTS = 5;

/** Follow-ups whose workbook or team nobody would find. Whether they are of use on the day is told then. */
export const followUpFaults = async (
  db: Database,
  tenantId: number,
  fields: readonly Field[],
): Promise<DefinitionFault[]> => {
  const followUps = followUpsIn(fields);
  const { workbooks, teams } = await countBearers(db, tenantId, followUps);
  const named = followUps.flatMap(({ path, followUp: { workbook, team } }) => [
    { path: `${path}.workbook`, what: 'workbook', name: workbook, bearers: workbooks.get(workbook) ?? 0 },
    ...(team === undefined
      ? []
      : [{ path: `${path}.team`, what: 'team', name: team, bearers: teams.get(team) ?? 0 }]),
  ]);
  const faulty = named.filter(({ bearers }) => bearers !== 1);
  if (faulty.length === 0) return [];
  const scope = { tenantId, teamIds: null };
  const names = { workbook: await listWorkbookNames(db, scope), team: await listTeamTitles(db, scope) };
  return faulty.map(({ path, what, name, bearers }, index) => {
    if (bearers > 1) {
      return { path, message: `Several ${what}s bear the name ${name}, and which is meant cannot be told.` };
    }
    const hint = index < HINTS ? didYouMean(name, names[what as keyof typeof names]) : '';
    return { path, message: `There is no ${what} ${name}.${hint}` };
  });
};
