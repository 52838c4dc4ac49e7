import { msg } from '#i18n/message.ts';
import { PERMISSIONS } from '#service/identity/permissions.ts';
import { didYouMean, type FieldProblem, invalidRequest, Problem } from '#service/problem.ts';
import { findNearestName } from '#spelling/nearest-name.ts';

export const roleNotFound = (id: string) =>
  new Problem('missing', msg`There is no role with the ID '${id.slice(0, 40)}'.`);

export const roleOutdated = (name: string, revision: number) =>
  new Problem(
    'outdated',
    msg`The role '${name}' has been changed (now at revision ${revision}). Reload it and try again.`,
  );

export const roleNameTaken = (name: string) =>
  new Problem('conflict', msg`There is already a role with the name '${name}'.`);

export const builtInRole = (name: string) =>
  new Problem(
    'conflict',
    msg`The role '${name}' is built in and cannot be changed. Create a custom role instead.`,
  );

export const roleInUse = (name: string, users: number) =>
  new Problem(
    'conflict',
    users === 1
      ? msg`One user has the role '${name}'. Remove it from that user first.`
      : msg`${users} users have the role '${name}'. Remove the role from these users first.`,
  );

export const unknownRoles = (
  names: readonly string[],
  unknownNames: readonly string[],
  existingNames: readonly string[],
) =>
  invalidRequest(
    unknownNames.map((name) => ({
      message: msg`There is no role '${name}'.${didYouMean(findNearestName(name, existingNames))}`,
      members: [`roles[${names.indexOf(name)}]`],
    })),
  );

export const unknownPermission = (name: string, index: number): FieldProblem => ({
  message: msg`There is no permission '${name}'.${didYouMean(findNearestName(name, Object.keys(PERMISSIONS)))}`,
  members: [`permissions[${index}]`],
});

export const tenantPermissionInTeamRole = (name: string, index: number): FieldProblem => ({
  message: msg`The permission ${name} applies to the whole organisation. Only a role with isTenantWide: true can contain it.`,
  members: [`permissions[${index}]`],
});
