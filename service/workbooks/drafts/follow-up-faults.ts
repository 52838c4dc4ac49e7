import type { Field } from '#contract/workbook-definition.ts';
import { NOTHING_MORE, sentence } from '#sentences/sentence.ts';
import type { Database } from '#service/database/connect.ts';
import { listTeamTitles } from '#service/teams/team-queries.ts';
import { countBearers, followUpsIn } from '#service/workbooks/follow-ups.ts';
import { listWorkbookNames } from '#service/workbooks/workbook-queries.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import type { FoundFault } from '#workbook-engine/field-faults.ts';

const severalWorkbooks = (name: string) =>
  sentence`Several workbooks bear the name ${name}, and which is meant cannot be told.`;
const NONE = {
  workbook: (name: string) => sentence`There is no workbook ${name}.`,
  team: (name: string) => sentence`There is no team ${name}.`,
};

/** Names for which a similar one is looked for: each takes 40 ms where names are long. */
const HINTS = 5;

/** Follow-ups whose workbook or team nobody would find. Whether they are of use on the day is told then. */
export const followUpFaults = async (
  db: Database,
  tenantId: number,
  fields: readonly Field[],
): Promise<FoundFault[]> => {
  const followUps = followUpsIn(fields);
  const { workbooks, teams } = await countBearers(db, tenantId, followUps);
  const named = followUps.flatMap(({ path, followUp: { workbook, team } }) => [
    {
      path: `${path}.workbook`,
      what: 'workbook' as const,
      name: workbook,
      bearers: workbooks.get(workbook) ?? 0,
    },
    ...(team === undefined
      ? []
      : [{ path: `${path}.team`, what: 'team' as const, name: team, bearers: teams.get(team) ?? 0 }]),
  ]);
  const faulty = named.filter(({ bearers }) => bearers !== 1);
  if (faulty.length === 0) return [];
  const scope = { tenantId, teamIds: null };
  const names = { workbook: await listWorkbookNames(db, scope), team: await listTeamTitles(db, scope) };
  return faulty.map(({ path, what, name, bearers }, index) => {
    // Titles of teams are unique (decision T7).
    if (bearers > 1) return { path, sentence: severalWorkbooks(name) };
    const near = index < HINTS ? nearestName(name, names[what]) : undefined;
    const hint = near === undefined ? NOTHING_MORE : sentence` Did you mean ${near}?`;
    return { path, sentence: sentence`${NONE[what](name)}${hint}` };
  });
};
