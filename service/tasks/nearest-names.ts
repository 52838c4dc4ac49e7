import { sql } from 'kysely';
import type { Database } from '#service/database/connect.ts';
import type { Scope } from '#service/identity/actor.ts';
import { nearestName } from '#spelling/nearest-name.ts';

/**
 * A tenant with more names than this gets its hint from among the first, in the order of the alphabet: comparing as many
 * of 256 letters takes 40 ms, in which the process does nothing else.
 */
const CONSIDERED = 2_000;

/** The nearest title among the teams that the caller may see (decision W10). */
export const nearestTeam = async (db: Database, { tenantId, teamIds }: Scope, given: string) => {
  const { rows } = await sql<{ title: string }>`
    select team.title from team
    where team.tenant_id = ${tenantId} and (${teamIds}::uuid[] is null or team.team_id = any(${teamIds}::uuid[]))
    order by team.title limit ${CONSIDERED}
  `.execute(db);
  return nearestName(
    given,
    rows.map(({ title }) => title),
  );
};

/** The nearest name or title among the workbooks of the teams that the caller may see. */
export const nearestWorkbook = async (db: Database, { tenantId, teamIds }: Scope, given: string) => {
  const { rows } = await sql<{ name: string; title: string }>`
    select workbook.name, workbook.title from workbook
    where workbook.tenant_id = ${tenantId}
      and (${teamIds}::uuid[] is null or exists (
        select from team_workbook
        where team_workbook.tenant_id = workbook.tenant_id and team_workbook.workbook_id = workbook.workbook_id
          and team_workbook.team_id = any(${teamIds}::uuid[])))
    order by workbook.name limit ${CONSIDERED}
  `.execute(db);
  return nearestName(
    given,
    rows.flatMap(({ name, title }) => [name, title]),
  );
};

/** The nearest user name: of the whole tenant, or of the people in the caller's teams. */
export const nearestUser = async (db: Database, { tenantId, teamIds }: Scope, given: string) => {
  const { rows } = await sql<{ user_name: string }>`
    select app_user.user_name from app_user
    where app_user.tenant_id = ${tenantId} and app_user.is_active
      and (${teamIds}::uuid[] is null or exists (
        select from group_member
        where group_member.tenant_id = app_user.tenant_id and group_member.user_id = app_user.user_id
          and group_member.team_id = any(${teamIds}::uuid[])))
    order by app_user.user_name limit ${CONSIDERED}
  `.execute(db);
  return nearestName(
    given,
    rows.map(({ user_name }) => user_name),
  );
};
