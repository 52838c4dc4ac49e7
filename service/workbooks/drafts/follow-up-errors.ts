import type { Field } from '#contract/workbook-definition.ts';
import { EMPTY_SENTENCE, sentence } from '#i18n/sentence.ts';
import type { Database } from '#service/database/connect.ts';
import { listTeamTitles } from '#service/teams/team-queries.ts';
import { countByName, followUpsOf } from '#service/workbooks/follow-ups.ts';
import { listWorkbookNames } from '#service/workbooks/workbook-queries.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import type { LocalizableIssue } from '#workbook-engine/field-issues.ts';

const severalWorkbooks = (name: string) =>
  sentence`There are several workbooks named ${name}. Use a unique name.`;
const NONE = {
  workbook: (name: string) => sentence`There is no workbook ${name}.`,
  team: (name: string) => sentence`There is no team ${name}.`,
};

/** Number of names for which a similar one is suggested. Each takes 40 ms if names are long. */
const HINTS = 5;

/** Errors of follow-ups with an unknown workbook or team. Other obstacles are reported when the task is created. */
export const followUpErrors = async (
  db: Database,
  tenantId: number,
  fields: readonly Field[],
): Promise<LocalizableIssue[]> => {
  const followUps = followUpsOf(fields);
  const { workbooks, teams } = await countByName(db, tenantId, followUps);
  const named = followUps.flatMap(({ path, followUp: { workbook, team } }) => [
    {
      path: `${path}.workbook`,
      what: 'workbook' as const,
      name: workbook,
      count: workbooks.get(workbook) ?? 0,
    },
    ...(team === undefined
      ? []
      : [{ path: `${path}.team`, what: 'team' as const, name: team, count: teams.get(team) ?? 0 }]),
  ]);
  const invalid = named.filter(({ count }) => count !== 1);
  if (invalid.length === 0) return [];
  const scope = { tenantId, teamIds: null };
  const names = { workbook: await listWorkbookNames(db, scope), team: await listTeamTitles(db, scope) };
  return invalid.map(({ path, what, name, count }, index) => {
    // Team titles are unique (decision T7).
    if (count > 1) return { path, sentence: severalWorkbooks(name) };
    const near = index < HINTS ? nearestName(name, names[what]) : undefined;
    const hint = near === undefined ? EMPTY_SENTENCE : sentence` Did you mean ${near}?`;
    return { path, sentence: sentence`${NONE[what](name)}${hint}` };
  });
};
