import { TEAM_GROUPS } from '#contract/team.ts';
import type { ManagedTeam, NewTeam, TeamPatch } from '#contract/team-management.ts';
import { raiseReaderFloor } from '#service/changes/reader-floor.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { formatEntityTag, type Precondition } from '#service/http/preconditions.ts';
import { requireScope } from '#service/identity/actor.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import type { AuditedActor } from '#service/identity/audit/record-audit.ts';
import { requireUser } from '#service/identity/users/user-row.ts';
import { invalidRequest } from '#service/problem.ts';
import { changeMembers } from './change-members.ts';
import { isLanguageTag } from './language-tag.ts';
import { lockTeam, readManagedTeam } from './managed-team-queries.ts';
import {
  teamCreationForbidden,
  teamOutdated,
  unknownGroup,
  unknownLanguage,
  unknownTimeZone,
} from './team-problems.ts';
import { isTimeZone } from './time-zone.ts';
import { insertTeam, updateTeam } from './write-team.ts';

export const createTeam = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { teamId, input }: { teamId: string; input: NewTeam },
): Promise<ManagedTeam> => {
  const scope = requireScope(actor, 'Teams.Manage');
  if (scope.teamIds !== null) throw teamCreationForbidden();
  validateTeam(input);
  await insertTeam(trx, actor, input, teamId);
  return readManagedTeam(trx, actor, scope, teamId);
};

export const editTeam = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { teamId, patch, matchesTag }: { teamId: string; patch: TeamPatch; matchesTag: Precondition },
): Promise<ManagedTeam> => {
  const scope = requireScope(actor, 'Teams.Manage');
  const team = await lockTeam(trx, scope, teamId);
  if (!matchesTag(formatEntityTag(team.revision))) throw teamOutdated(team.title, team.revision);
  validateTeam(patch);
  await updateTeam(trx, actor, team, patch);
  return readManagedTeam(trx, actor, scope, teamId);
};

const validateTeam = ({ timeZone, language }: TeamPatch): void => {
  const issues = [
    ...(timeZone === undefined || isTimeZone(timeZone) ? [] : [unknownTimeZone(timeZone)]),
    ...(language === undefined || isLanguageTag(language) ? [] : [unknownLanguage(language)]),
  ];
  if (issues.length > 0) throw invalidRequest(issues);
};

export const changeMember = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { teamId, group, userId }: { teamId: string; group: string; userId: number },
  action: 'add' | 'remove',
): Promise<void> => {
  const scope = requireScope(actor, 'Teams.Manage');
  const kind = TEAM_GROUPS.find((name) => name.toLowerCase() === group.toLowerCase());
  const team = await lockTeam(trx, scope, teamId);
  if (kind === undefined) throw unknownGroup(group);
  await requireUser(trx, scope.tenantId, userId);
  const teamGroup = { teamId: team.teamId, title: team.title, kind };
  const changedUserIds = await changeMembers(trx, actor, teamGroup, { [action]: [userId] });
  if (changedUserIds.length === 0) return;
  // The user may now see other changes in the feed (decision C13).
  await raiseReaderFloor(trx, scope.tenantId, changedUserIds);
  await announceIdentityChange(trx, scope.tenantId);
};
