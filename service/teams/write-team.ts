import { randomUUID } from 'node:crypto';
import { TEAM_GROUPS } from '#contract/team.ts';
import { recordWorkChange } from '#service/changes/record-work-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { replaceViolation } from '#service/database/database-failure.ts';
import { run } from '#service/database/statement.ts';
import { type AuditEntryActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { teamTitleTaken } from './team-problems.ts';
import { normalizeTitle } from './team-title.ts';

export type TeamFields = {
  title: string;
  description: string;
  isActive: boolean;
  /** An IANA time zone (see isTimeZone). */
  timeZone: string;
  /** A BCP 47 tag (see isLanguageTag). */
  language: string;
};

/** A team's new field values. Absent or undefined fields stay unchanged. */
export type TeamChanges = { [field in keyof TeamFields]?: TeamFields[field] | undefined };

export type TeamRow = TeamFields & { teamId: string; revision: number };

export const TEAM_COLUMNS = `
  team.team_id as "teamId", team.title, team.description, team.is_active as "isActive",
  team.time_zone as "timeZone", team.language, team.revision`;

const INSERT_GROUPS = `
  insert into team_group (tenant_id, team_id, kind)
  values ${TEAM_GROUPS.map((kind) => `($1, $2, '${kind}')`).join(', ')}`;

export const insertTeam = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  fields: TeamChanges & { title: string },
  teamId: string = randomUUID(),
): Promise<string> => {
  const { description = '', isActive = true, timeZone = 'UTC', language = 'en' } = fields;
  const title = normalizeTitle(fields.title);
  await run(
    trx,
    `insert into team (tenant_id, team_id, title, description, is_active, time_zone, language)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [actor.tenantId, teamId, title, description, isActive, timeZone, language],
  ).catch(rejectTakenTitle(title));
  await run(trx, INSERT_GROUPS, [actor.tenantId, teamId]);
  await recordAudit(trx, actor, {
    kind: 'team.created',
    target: { type: 'team', id: teamId, name: title },
    details: { description, isActive, timeZone, language },
  });
  return teamId;
};

const rejectTakenTitle = (title: string) => replaceViolation('team_title_key', () => teamTitleTaken(title));

const FIELDS = ['title', 'description', 'isActive', 'timeZone', 'language'] as const;

/** Updates the fields of a locked team that differ. Returns true if any field differed. */
export const updateTeam = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  team: TeamRow,
  changes: TeamChanges,
): Promise<boolean> => {
  const definedFields = FIELDS.filter((field) => changes[field] !== undefined);
  const updatedTeam: TeamRow = {
    ...team,
    ...Object.fromEntries(definedFields.map((field) => [field, changes[field]])),
  };
  updatedTeam.title = normalizeTitle(updatedTeam.title);
  const changedFields = definedFields.filter((field) => updatedTeam[field] !== team[field]);
  if (changedFields.length === 0) return false;
  await run(
    trx,
    `update team set title = $3, description = $4, is_active = $5, time_zone = $6, language = $7,
                     revision = revision + 1
     where tenant_id = $1 and team_id = $2`,
    [actor.tenantId, team.teamId, ...FIELDS.map((field) => updatedTeam[field])],
  ).catch(rejectTakenTitle(updatedTeam.title));
  const pickChangedFields = (source: TeamFields) =>
    Object.fromEntries(changedFields.map((field) => [field, source[field]]));
  await recordAudit(trx, actor, {
    kind: 'team.edited',
    target: { type: 'team', id: team.teamId, name: updatedTeam.title },
    details: { before: pickChangedFields(team), after: pickChangedFields(updatedTeam) },
  });
  if (changedFields.includes('title')) {
    await recordWorkChange(trx, actor.tenantId, { column: 'team_id', id: team.teamId });
  }
  return true;
};
