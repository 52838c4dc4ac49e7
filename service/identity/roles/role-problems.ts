import { sentence } from '#sentences/sentence.ts';
import { PERMISSIONS } from '#service/identity/permissions.ts';
import { didYouMean, type FieldProblem, invalidRequest, Problem } from '#service/problem.ts';
import { nearestName } from '#spelling/nearest-name.ts';

export const roleNotFound = (id: string) =>
  new Problem('missing', sentence`There is no role with the id '${id.slice(0, 40)}'.`);

export const roleOutdated = (name: string, revision: number) =>
  new Problem(
    'outdated',
    sentence`Somebody else has changed the role ${name} meanwhile: it is at revision ${revision}. Read it again.`,
  );

export const roleNameTaken = (name: string) =>
  new Problem('conflict', sentence`There is already a role with the name '${name}'.`);

export const roleBuiltIn = (name: string) =>
  new Problem(
    'conflict',
    sentence`${name} is a built-in role, which cannot be changed: make one of your own.`,
  );

export const roleHeld = (name: string, holders: number) =>
  new Problem(
    'conflict',
    holders === 1
      ? sentence`One user has the role ${name}: take it away from them first.`
      : sentence`${holders} users have the role ${name}: take it away from them first.`,
  );

/** Roles of a request that nobody made; each told where it stands. */
export const rolesUnknown = (
  given: readonly string[],
  unknown: readonly string[],
  known: readonly string[],
) =>
  invalidRequest(
    unknown.map((name) => ({
      message: sentence`There is no role '${name}'.${didYouMean(nearestName(name, known))}`,
      members: [`roles[${given.indexOf(name)}]`],
    })),
  );

export const permissionUnknown = (name: string, at: number): FieldProblem => ({
  message: sentence`There is no permission '${name}'.${didYouMean(nearestName(name, Object.keys(PERMISSIONS)))}`,
  members: [`permissions[${at}]`],
});

export const permissionReachesFurther = (name: string, at: number): FieldProblem => ({
  message: sentence`${name} reaches over the whole tenant: it goes into a role with isTenantWide: true.`,
  members: [`permissions[${at}]`],
});
