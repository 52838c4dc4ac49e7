import type { Field, FollowUp } from '#contract/workbook-definition.ts';
import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';

type FollowUpWithPath = { path: string; followUp: FollowUp };

export const listFollowUps = (fields: readonly Field[], path = 'fields'): FollowUpWithPath[] =>
  fields.flatMap(({ followUp, fields: nestedFields = [] }, position) => {
    const fieldPath = `${path}[${position}]`;
    return [
      ...(followUp ? [{ path: `${fieldPath}.followUp`, followUp }] : []),
      ...listFollowUps(nestedFields, `${fieldPath}.fields`),
    ];
  });

/** Names take precedence over titles, as for tasks. */
const LIST_TITLES = `
  select name, found.title
  from unnest($2::text[]) as input (name)
  join lateral (
    select workbook.title from workbook
    where tenant_id = $1 and (lower(workbook.name) = lower(input.name) or lower(workbook.title) = lower(input.name))
    order by lower(workbook.name) = lower(input.name) desc limit 1
  ) as found on true`;

/** Keyed by the names in the follow-ups. */
export const listTitlesByName = async (
  db: Database,
  tenantId: number,
  followUps: readonly FollowUpWithPath[],
): Promise<Record<string, string>> => {
  const names = [...new Set(followUps.map(({ followUp: { workbook } }) => workbook))];
  if (names.length === 0) return {};
  const rows = await run<{ name: string; title: string }>(db, LIST_TITLES, [tenantId, names]);
  return Object.fromEntries(rows.map(({ name, title }) => [name, title]));
};

type NameCounts = { workbooks: ReadonlyMap<string, number>; teams: ReadonlyMap<string, number> };

const COUNT_TARGETS = statement('count-follow-up-targets')`
  select name, coalesce(
           nullif((select count(*) from workbook where tenant_id = $1 and lower(workbook.name) = lower(input.name)), 0),
           (select count(*) from workbook where tenant_id = $1 and lower(workbook.title) = lower(input.name))
         ) as workbooks,
         (select count(*) from team where tenant_id = $1 and lower(team.title) = lower(normalize(input.name))) as teams
  from unnest($2::text[]) as input (name)`.narrow<{ name: string; workbooks: number; teams: number }>();

/** Counts the workbooks and teams that each follow-up name could refer to. */
export const countFollowUpTargets = async (
  db: Database,
  tenantId: number,
  followUps: readonly FollowUpWithPath[],
): Promise<NameCounts> => {
  const names = new Set(
    followUps.flatMap(({ followUp: { workbook, team = [] } }) => [workbook, team].flat()),
  );
  if (names.size === 0) return { workbooks: new Map(), teams: new Map() };
  const rows = await run(db, COUNT_TARGETS, [tenantId, [...names]]);
  return {
    workbooks: new Map(rows.map(({ name, workbooks }) => [name, workbooks])),
    teams: new Map(rows.map(({ name, teams }) => [name, teams])),
  };
};
