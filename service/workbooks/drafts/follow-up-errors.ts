import type { Field } from '#contract/workbook-definition.ts';
import { EMPTY_MESSAGE, msg } from '#i18n/message.ts';
import type { Database } from '#service/database/connect.ts';
import { listTeamTitles } from '#service/teams/team-queries.ts';
import { countFollowUpTargets, listFollowUps } from '#service/workbooks/follow-ups.ts';
import { listWorkbookNames } from '#service/workbooks/workbook-queries.ts';
import { findNearestName } from '#spelling/nearest-name.ts';
import type { LocalizableIssue } from '#workbook-engine/field-issues.ts';

const ambiguousWorkbook = (name: string) =>
  msg`There are several workbooks named ${name}. Use a unique name.`;
const notFoundMessages = {
  workbook: (name: string) => msg`There is no workbook ${name}.`,
  team: (name: string) => msg`There is no team ${name}.`,
};

/** Finding a similar name takes 40 ms if names are long. */
const MAX_HINTS = 5;

/** Reports only unknown workbooks and teams; other errors are reported when the task is created. */
export const findFollowUpErrors = async (
  db: Database,
  tenantId: number,
  fields: readonly Field[],
): Promise<LocalizableIssue[]> => {
  const followUps = listFollowUps(fields);
  const { workbooks, teams } = await countFollowUpTargets(db, tenantId, followUps);
  const references = followUps.flatMap(({ path, followUp: { workbook, team } }) => [
    {
      path: `${path}.workbook`,
      kind: 'workbook' as const,
      name: workbook,
      count: workbooks.get(workbook) ?? 0,
    },
    ...(team === undefined
      ? []
      : [{ path: `${path}.team`, kind: 'team' as const, name: team, count: teams.get(team) ?? 0 }]),
  ]);
  const invalidReferences = references.filter(({ count }) => count !== 1);
  if (invalidReferences.length === 0) return [];
  const scope = { tenantId, teamIds: null };
  const names = { workbook: await listWorkbookNames(db, scope), team: await listTeamTitles(db, scope) };
  return invalidReferences.map(({ path, kind, name, count }, index) => {
    // Team titles are unique (decision T7).
    if (count > 1) return { path, message: ambiguousWorkbook(name) };
    const nearest = index < MAX_HINTS ? findNearestName(name, names[kind]) : undefined;
    const hint = nearest === undefined ? EMPTY_MESSAGE : msg` Did you mean ${nearest}?`;
    return { path, message: msg`${notFoundMessages[kind](name)}${hint}` };
  });
};
