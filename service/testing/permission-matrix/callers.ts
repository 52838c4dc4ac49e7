import { randomUUID } from 'node:crypto';
import { run } from '#service/database/statement.ts';
import { addPerson } from '#service/testing/organisation.ts';
import { PERMISSIONS, type Permission, ROLES, type Role } from './roles.ts';
import { createToken, type MatrixSetup } from './set-up-records.ts';

/** A caller with specific permissions. */
export type Caller = {
  name: string;
  /**
   * The role, if the caller is signed in to the organisation. Callers with team roles are members of Bridges but not
   * Locks.
   */
  role: Role | undefined;
  token: string | undefined;
};

export const ANONYMOUS: Caller = { name: 'nobody', role: undefined, token: undefined };

const USERS_BY_ROLE: Readonly<Record<string, string>> = {
  Administrator: 'admin',
  Integration: 'erp',
  Planner: 'coordinator',
  Inspector: 'anna',
  Viewer: 'viewer',
};

/** Converts a user to a service user, and returns an access token issued for an API token. */
const createApplicationToken = async (setup: MatrixSetup, userName: string): Promise<string> => {
  const { db } = setup.service.database;
  const { tenantId, userIds } = setup.organisation;
  const clientId = randomUUID().replaceAll('-', '');
  const token = await createToken(setup, userName);
  const values = [tenantId, userIds[userName]!, clientId];
  await run(
    db,
    'update app_user set is_service = true where tenant_id = $1 and user_id = $2',
    values.slice(0, 2),
  );
  await run(db, 'insert into api_client (tenant_id, client_id) values ($1, $2)', [tenantId, clientId]);
  await run(
    db,
    `insert into api_token (tenant_id, user_id, client_id, secret_hash) values ($1, $2, $3, '')`,
    values,
  );
  await run(db, 'update access_token set client_id = $3 where tenant_id = $1 and user_id = $2', values);
  return token;
};

/** Returns a caller for each built-in role (for Integration, a service user) and one without a role. */
export const createCallersByRole = async (setup: MatrixSetup): Promise<Caller[]> => {
  const person = { userName: 'norole', role: 'No such role', memberOf: { Viewer: ['Bridges'] } };
  const { service, organisation } = setup;
  organisation.userIds.norole = await addPerson(service.database.db, organisation, person);
  return [
    ...(await Promise.all(
      Object.entries(USERS_BY_ROLE).map(async ([name, userName]) => ({
        name,
        role: ROLES[name],
        token: await (name === 'Integration' ? createApplicationToken : createToken)(setup, userName),
      })),
    )),
    {
      name: 'no role',
      role: { scope: 'teams', permissions: [] },
      token: await createToken(setup, 'norole'),
    },
  ];
};

/**
 * Returns, for each permission, callers who have only that permission: one tenant-wide and one within teams.
 */
export const createCallersByPermission = async (setup: MatrixSetup): Promise<Map<string, Caller[]>> => {
  const callers = new Map<string, Caller[]>();
  for (const permission of PERMISSIONS) {
    callers.set(permission, [
      await addUserWith(setup, permission, 'tenant'),
      await addUserWith(setup, permission, 'teams'),
    ]);
  }
  return callers;
};

const addUserWith = async (
  setup: MatrixSetup,
  permission: Permission,
  scope: Role['scope'],
): Promise<Caller> => {
  const { service, organisation } = setup;
  const { db } = service.database;
  const isTenantWide = scope === 'tenant';
  const role = `${permission}, ${scope}`;
  await run(db, 'insert into role (tenant_id, name, is_tenant_wide, permissions) values ($1, $2, $3, $4)', [
    organisation.tenantId,
    role,
    isTenantWide,
    [permission],
  ]);
  const userName = `${permission.replace('.', '')}In${scope}`;
  const memberOf = isTenantWide ? {} : { Coordinators: ['Bridges'] };
  organisation.userIds[userName] = await addPerson(db, organisation, { userName, role, memberOf });
  return {
    name: isTenantWide ? 'one permission' : 'one permission, in teams',
    role: { scope, permissions: [permission] },
    token: await createToken(setup, userName),
  };
};
