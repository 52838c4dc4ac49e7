import { sentence } from '#i18n/sentence.ts';
import { PERMISSIONS } from '#service/identity/permissions.ts';
import { didYouMean, type FieldProblem, invalidRequest, Problem } from '#service/problem.ts';
import { findNearestName } from '#spelling/nearest-name.ts';

export const roleNotFound = (id: string) =>
  new Problem('missing', sentence`There is no role with the ID '${id.slice(0, 40)}'.`);

export const roleOutdated = (name: string, revision: number) =>
  new Problem(
    'outdated',
    sentence`The role '${name}' has been changed (now at revision ${revision}). Reload it and try again.`,
  );

export const roleNameTaken = (name: string) =>
  new Problem('conflict', sentence`There is already a role with the name '${name}'.`);

export const builtInRole = (name: string) =>
  new Problem(
    'conflict',
    sentence`The role '${name}' is built in and cannot be changed. Create a custom role instead.`,
  );

export const roleInUse = (name: string, users: number) =>
  new Problem(
    'conflict',
    users === 1
      ? sentence`One user has the role '${name}'. Remove it from that user first.`
      : sentence`${users} users have the role '${name}'. Remove the role from these users first.`,
  );

export const unknownRoles = (
  names: readonly string[],
  unknownNames: readonly string[],
  existingNames: readonly string[],
) =>
  invalidRequest(
    unknownNames.map((name) => ({
      message: sentence`There is no role '${name}'.${didYouMean(findNearestName(name, existingNames))}`,
      members: [`roles[${names.indexOf(name)}]`],
    })),
  );

export const unknownPermission = (name: string, index: number): FieldProblem => ({
  message: sentence`There is no permission '${name}'.${didYouMean(findNearestName(name, Object.keys(PERMISSIONS)))}`,
  members: [`permissions[${index}]`],
});

export const tenantPermissionInTeamRole = (name: string, index: number): FieldProblem => ({
  message: sentence`The permission ${name} applies to the whole organisation. Only a role with isTenantWide: true can contain it.`,
  members: [`permissions[${index}]`],
});
