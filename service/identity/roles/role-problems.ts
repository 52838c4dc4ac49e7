import { PERMISSIONS } from '#service/identity/permissions.ts';
import { type FieldProblem, invalidRequest, Problem } from '#service/problem.ts';
import { nearestName } from '#spelling/nearest-name.ts';

export const roleNotFound = (id: string) =>
  new Problem('missing', `There is no role with the id '${id.slice(0, 40)}'.`);

export const roleOutdated = (name: string, revision: number) =>
  new Problem(
    'outdated',
    `Somebody else has changed the role ${name} meanwhile: it is at revision ${revision}. Read it again.`,
  );

export const roleNameTaken = (name: string) =>
  new Problem('conflict', `There is already a role with the name '${name}'.`);

export const roleBuiltIn = (name: string) =>
  new Problem('conflict', `${name} is a built-in role, which cannot be changed: make one of your own.`);

export const roleHeld = (name: string, holders: number) =>
  new Problem(
    'conflict',
    `${holders === 1 ? 'One user has' : `${holders} users have`} the role ${name}: take it away from them first.`,
  );

/** Roles of a request that nobody made; each told where it stands. */
export const rolesUnknown = (
  given: readonly string[],
  unknown: readonly string[],
  known: readonly string[],
) =>
  invalidRequest(
    unknown.map((name) => ({
      message: withHint(`There is no role '${name}'.`, nearestName(name, known)),
      members: [`roles[${given.indexOf(name)}]`],
    })),
  );

export const permissionUnknown = (name: string, at: number): FieldProblem => ({
  message: withHint(`There is no permission '${name}'.`, nearestName(name, Object.keys(PERMISSIONS))),
  members: [`permissions[${at}]`],
});

export const permissionReachesFurther = (name: string, at: number): FieldProblem => ({
  message: `${name} reaches over the whole tenant: it goes into a role with isTenantWide: true.`,
  members: [`permissions[${at}]`],
});

const withHint = (message: string, nearest: string | undefined) =>
  nearest === undefined ? message : `${message} Did you mean '${nearest}'?`;
