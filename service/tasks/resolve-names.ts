import { PERFORMING_GROUPS } from '#contract/team.ts';
import type { Database } from '#service/database/connect.ts';
import type { Scope } from '#service/identity/actor.ts';
import type { Problem } from '#service/problem.ts';
import { nearestTeam, nearestUser, nearestWorkbook } from './nearest-names.ts';
import * as refuse from './task-problems.ts';

/*
 * The names in a task, resolved by PostgreSQL in the statement that writes the task: one round trip instead of five,
 * and nothing can change between looking up and writing. Every fact that may refuse the task is a column of `verdict`,
 * and `verdict.accepted` says whether anything is written; `refusalOf` says why not.
 *
 * Parameters: $1 tenant, $2 team name, $3 workbook name, $4 user name or e-mail address (null: nobody yet), $5 items to
 * inspect, $6 ids of the teams the caller may act in (null: all).
 */
const performing = PERFORMING_GROUPS.map((group) => `'${group}'`).join(', ');

export const RESOLVE_NAMES = `
  found_team as (
    select team_id, title, is_active from team
    where tenant_id = $1 and lower(title) = lower($2::text) and ($6::uuid[] is null or team_id = any($6::uuid[]))
  ), visible_workbook as (
    select workbook_id, name, title, content_type_id from workbook
    where tenant_id = $1 and (lower(name) = lower($3::text) or lower(title) = lower($3::text))
      and ($6::uuid[] is null or exists (
        select from team_workbook
        where team_workbook.tenant_id = $1 and team_workbook.workbook_id = workbook.workbook_id
          and team_workbook.team_id = any($6::uuid[])))
  ), found_workbook as (
    select * from visible_workbook where lower(name) = lower($3::text)
    union all
    select * from visible_workbook
    where lower(title) = lower($3::text)
      and not exists (select from visible_workbook where lower(name) = lower($3::text))
  ), found_version as (
    select version_id from workbook_version
    where tenant_id = $1 and workbook_id = (select workbook_id from found_workbook limit 1)
      and is_published and not is_deleted
    order by version_code desc limit 1
  ), known_user as (
    select user_id, user_name, is_active from app_user
    where tenant_id = $1 and lower(user_name) = lower($4::text collate "C")
    union all
    select user_id, user_name, is_active from app_user
    where tenant_id = $1 and lower(email_address) = lower($4::text collate "C")
  ), found_user as (
    select * from known_user
    where $6::uuid[] is null or exists (
      select from group_member
      where group_member.tenant_id = $1 and group_member.user_id = known_user.user_id
        and group_member.team_id = any($6::uuid[]))
  ), membership as (
    select count(*) > 0 as in_team, coalesce(bool_or(kind in (${performing})), false) as performs
    from group_member
    where tenant_id = $1 and team_id = (select team_id from found_team limit 1)
      and user_id = (select user_id from found_user limit 1)
  ), given_item as (
    select given, min(place) as position from unnest($5::text[]) with ordinality as items (given, place) group by given
  ), found_item as (
    select distinct on (given_item.given) given_item.given, given_item.position, item.item_id
    from given_item
    join item on item.tenant_id = $1
      and item.content_type_id = (select content_type_id from found_workbook limit 1)
      and (item.external_id = given_item.given or item.item_id::text = lower(given_item.given))
    order by given_item.given, item.external_id = given_item.given desc
  ), facts as (
    select
      (select count(*) from found_team)::integer as team_count,
      (select team_id from found_team limit 1) as team_id,
      (select title from found_team limit 1) as team_title,
      (select is_active from found_team limit 1) as team_is_active,
      (select count(*) from found_workbook)::integer as workbook_count,
      (select version_id from found_version) as version_id,
      (select name from content_type where tenant_id = $1
         and content_type_id = (select content_type_id from found_workbook limit 1)) as content_type,
      exists (
        select from team_workbook where tenant_id = $1
          and team_id = (select team_id from found_team limit 1)
          and workbook_id = (select workbook_id from found_workbook limit 1)
      ) as is_associated,
      (select count(*) from found_user)::integer as user_count,
      (select user_id from found_user limit 1) as user_id,
      (select is_active from found_user limit 1) as user_is_active,
      membership.in_team, membership.performs,
      array(select given from given_item where given not in (select given from found_item)) as unknown_items
    from membership
  ), verdict as (
    select facts.*,
      team_count = 1 and team_is_active and workbook_count = 1 and version_id is not null and is_associated
      and ($4::text is null or (user_count = 1 and user_is_active and performs))
      and cardinality(unknown_items) = 0 as accepted
    from facts
  )`;

/** The facts of `verdict`, as a statement returns them. */
export type Verdict = {
  team_count: number;
  team_title: string | null;
  team_is_active: boolean | null;
  workbook_count: number;
  version_id: string | null;
  content_type: string | null;
  is_associated: boolean;
  user_count: number;
  user_is_active: boolean | null;
  in_team: boolean;
  performs: boolean;
  unknown_items: string[];
  accepted: boolean;
};

export const VERDICT_COLUMNS = `
  verdict.team_count, verdict.team_title, verdict.team_is_active, verdict.workbook_count, verdict.version_id,
  verdict.content_type, verdict.is_associated, verdict.user_count, verdict.user_is_active, verdict.in_team,
  verdict.performs, verdict.unknown_items, verdict.accepted`;

/** The names as the caller gave them. */
export type GivenNames = { teamName: string; workbookName: string; assignedUserName: string | null };

/** Why a verdict was not accepted, in the order in which a person would check (decisions T6 to T9, W10). */
export const refusalOf = async (
  db: Database,
  scope: Scope,
  { teamName, workbookName, assignedUserName }: GivenNames,
  verdict: Verdict,
): Promise<Problem> => {
  if (verdict.team_count === 0) return refuse.teamNotFound(teamName, await nearestTeam(db, scope, teamName));
  if (verdict.team_count > 1) return refuse.teamAmbiguous(teamName);
  if (!verdict.team_is_active) return refuse.teamInactive(verdict.team_title!);
  if (verdict.workbook_count === 0) {
    return refuse.workbookNotFound(workbookName, await nearestWorkbook(db, scope, workbookName));
  }
  if (verdict.workbook_count > 1) return refuse.workbookAmbiguous(workbookName);
  if (verdict.version_id === null) return refuse.workbookUnpublished(workbookName);
  if (!verdict.is_associated) return refuse.workbookNotAssociated(workbookName, verdict.team_title!);
  if (assignedUserName !== null) {
    if (verdict.user_count === 0) {
      return refuse.userNotFound(assignedUserName, await nearestUser(db, scope, assignedUserName));
    }
    if (!verdict.user_is_active) return refuse.userInactive(assignedUserName);
    if (!verdict.in_team) return refuse.userNotInTeam(assignedUserName, verdict.team_title!);
    if (!verdict.performs) return refuse.userDoesNotPerform(assignedUserName, verdict.team_title!);
  }
  if (verdict.content_type === null) return refuse.itemsNotInspected(workbookName);
  return refuse.itemsUnknown(verdict.unknown_items, verdict.content_type);
};
