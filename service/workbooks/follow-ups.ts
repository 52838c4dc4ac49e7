import type { Field, FollowUp } from '#contract/workbook-definition.ts';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

/** A follow-up with the path that leads to it. */
export type PlacedFollowUp = { path: string; followUp: FollowUp };

/** What failed answers ask for, in all fields. */
export const followUpsIn = (fields: readonly Field[], path = 'fields'): PlacedFollowUp[] =>
  fields.flatMap(({ followUp, fields: inner = [] }, position) => {
    const here = `${path}[${position}]`;
    return [
      ...(followUp ? [{ path: `${here}.followUp`, followUp }] : []),
      ...followUpsIn(inner, `${here}.fields`),
    ];
  });

/** How many of a tenant's workbooks and teams bear each name, as tasks look them up. */
export type Bearers = { workbooks: ReadonlyMap<string, number>; teams: ReadonlyMap<string, number> };

const COUNT = `
  select name, coalesce(
           nullif((select count(*) from workbook where tenant_id = $1 and lower(workbook.name) = lower(given.name)), 0),
           (select count(*) from workbook where tenant_id = $1 and lower(workbook.title) = lower(given.name))
         ) as workbooks,
         (select count(*) from team where tenant_id = $1 and lower(team.title) = lower(given.name)) as teams
  from unnest($2::text[]) as given (name)`;

export const countBearers = async (
  db: Database,
  tenantId: number,
  followUps: readonly PlacedFollowUp[],
): Promise<Bearers> => {
  const names = new Set(
    followUps.flatMap(({ followUp: { workbook, team = [] } }) => [workbook, team].flat()),
  );
  if (names.size === 0) return { workbooks: new Map(), teams: new Map() };
  const rows = await run<{ name: string; workbooks: number; teams: number }>(db, COUNT, [
    tenantId,
    [...names],
  ]);
  return {
    workbooks: new Map(rows.map(({ name, workbooks }) => [name, workbooks])),
    teams: new Map(rows.map(({ name, teams }) => [name, teams])),
  };
};
