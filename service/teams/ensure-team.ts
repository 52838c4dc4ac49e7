import { TEAM_GROUPS, type TeamGroup } from '#contract/team.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import type { Ensured } from '#service/database/ensured.ts';
import { run } from '#service/database/statement.ts';

/** A team as it shall be. What is absent is left as it is; a group's members are exactly those that are given. */
export type TeamDraft = {
  title: string;
  description?: string | undefined;
  isActive?: boolean | undefined;
  /** Of the IANA database (see isTimeZone). */
  timeZone?: string | undefined;
  /** A BCP 47 tag (see isLanguageTag). */
  language?: string | undefined;
  /** User names of users that exist. */
  groups?: { [group in TeamGroup]?: readonly string[] | undefined } | undefined;
};

type TeamRow = {
  team_id: string;
  description: string;
  is_active: boolean;
  time_zone: string;
  language: string;
};

/**
 * Makes or updates a team, found by its exact title. A new one has all four groups. `movedUserIds` are those who came
 * into one of its groups or left it.
 */
export const ensureTeam = async (
  trx: DatabaseTransaction,
  tenantId: number,
  draft: TeamDraft,
): Promise<{ teamId: string; outcome: Ensured; movedUserIds: number[] }> => {
  const [found] = await run<TeamRow>(
    trx,
    `select team_id, description, is_active, time_zone, language from team
     where tenant_id = $1 and title = $2 for no key update`,
    [tenantId, draft.title],
  );
  const teamId = found?.team_id ?? (await insertTeam(trx, tenantId, draft));
  const isUpdated = found !== undefined && (await updateTeam(trx, tenantId, found, draft));
  const movedUserIds: number[] = [];
  for (const kind of TEAM_GROUPS) {
    const userNames = draft.groups?.[kind];
    if (userNames) movedUserIds.push(...(await setMembers(trx, { tenantId, teamId, kind }, userNames)));
  }
  if (!found) return { teamId, outcome: 'created', movedUserIds };
  return { teamId, outcome: isUpdated || movedUserIds.length > 0 ? 'updated' : 'unchanged', movedUserIds };
};

const insertTeam = async (trx: DatabaseTransaction, tenantId: number, draft: TeamDraft): Promise<string> => {
  const [team] = await run<{ team_id: string }>(
    trx,
    `with made as (
       insert into team (tenant_id, team_id, title, description, is_active, time_zone, language)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, $6) returning team_id
     ), with_groups as (
       insert into team_group (tenant_id, team_id, kind)
       select $1, made.team_id, kinds.kind
       from made, unnest($7::text[]) with ordinality as kinds (kind, place) order by kinds.place
     )
     select team_id from made`,
    [
      tenantId,
      draft.title,
      draft.description ?? '',
      draft.isActive ?? true,
      draft.timeZone ?? 'UTC',
      draft.language ?? 'en',
      TEAM_GROUPS,
    ],
  );
  return team!.team_id;
};

const updateTeam = async (
  trx: DatabaseTransaction,
  tenantId: number,
  found: TeamRow,
  {
    description = found.description,
    isActive = found.is_active,
    timeZone = found.time_zone,
    language = found.language,
  }: TeamDraft,
): Promise<boolean> => {
  const isSame =
    description === found.description &&
    isActive === found.is_active &&
    timeZone === found.time_zone &&
    language === found.language;
  if (isSame) return false;
  await run(
    trx,
    `update team set description = $3, is_active = $4, time_zone = $5, language = $6
     where tenant_id = $1 and team_id = $2`,
    [tenantId, found.team_id, description, isActive, timeZone, language],
  );
  return true;
};

/** Who came or left. */
const setMembers = async (
  trx: DatabaseTransaction,
  { tenantId, teamId, kind }: { tenantId: number; teamId: string; kind: TeamGroup },
  userNames: readonly string[],
): Promise<number[]> => {
  const moved = await run<{ user_id: number }>(
    trx,
    `with wanted as (
       select user_id from app_user
       where tenant_id = $1 and lower(user_name) in (select lower(name collate "C") from unnest($4::text[]) as name)
     ), gone as (
       delete from group_member
       where tenant_id = $1 and team_id = $2 and kind = $3 and user_id not in (select user_id from wanted)
       returning user_id
     ), come as (
       insert into group_member (tenant_id, team_id, kind, user_id) select $1, $2, $3, user_id from wanted
       on conflict do nothing returning user_id
     )
     select user_id from gone union select user_id from come`,
    [tenantId, teamId, kind, userNames],
  );
  return moved.map(({ user_id }) => user_id);
};
