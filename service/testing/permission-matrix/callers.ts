import { randomUUID } from 'node:crypto';
import { run } from '#service/database/statement.ts';
import { addPerson } from '#service/testing/organisation.ts';
import { type Furnishing, tokenOf } from './furnish.ts';
import { PERMISSIONS, type Permission, ROLES, type Role } from './roles.ts';

/** Somebody who calls. */
export type Caller = {
  name: string;
  /** What they hold, if they are signed in to the organisation; those of teams are members of Bridges, not of Locks. */
  role: Role | undefined;
  token: string | undefined;
};

export const NOBODY: Caller = { name: 'nobody', role: undefined, token: undefined };

const PEOPLE: Readonly<Record<string, string>> = {
  Administrator: 'admin',
  Integration: 'erp',
  Planner: 'coordinator',
  Inspector: 'anna',
  Viewer: 'viewer',
};

/** Makes an application of somebody: a service user, which comes by an access token that an API token has bought. */
const tokenOfApplication = async (furnishing: Furnishing, userName: string): Promise<string> => {
  const { db } = furnishing.service.database;
  const { tenantId, userIds } = furnishing.organisation;
  const clientId = randomUUID().replaceAll('-', '');
  const token = await tokenOf(furnishing, userName);
  const whose = [tenantId, userIds[userName]!, clientId];
  await run(
    db,
    'update app_user set is_service = true where tenant_id = $1 and user_id = $2',
    whose.slice(0, 2),
  );
  await run(db, 'insert into api_client (tenant_id, client_id) values ($1, $2)', [tenantId, clientId]);
  await run(
    db,
    `insert into api_token (tenant_id, user_id, client_id, secret_hash) values ($1, $2, $3, '')`,
    whose,
  );
  await run(db, 'update access_token set client_id = $3 where tenant_id = $1 and user_id = $2', whose);
  return token;
};

/** Somebody of each built-in role, of which Integration is an application's, and somebody without a role. */
export const callersByRole = async (furnishing: Furnishing): Promise<Caller[]> => {
  const nobody = { userName: 'norole', role: 'None of them', memberOf: { Viewer: ['Bridges'] } };
  const { service, organisation } = furnishing;
  organisation.userIds.norole = await addPerson(service.database.db, organisation, nobody);
  return [
    ...(await Promise.all(
      Object.entries(PEOPLE).map(async ([name, userName]) => ({
        name,
        role: ROLES[name],
        token: await (name === 'Integration' ? tokenOfApplication : tokenOf)(furnishing, userName),
      })),
    )),
    {
      name: 'no role',
      role: { reach: 'teams', permissions: [] },
      token: await tokenOf(furnishing, 'norole'),
    },
  ];
};

/** For each permission somebody who holds it and no other, over the whole tenant and within teams. */
export const callersByPermission = async (furnishing: Furnishing): Promise<Map<string, Caller[]>> => {
  const holders = new Map<string, Caller[]>();
  for (const permission of PERMISSIONS) {
    holders.set(permission, [
      await addHolder(furnishing, permission, 'tenant'),
      await addHolder(furnishing, permission, 'teams'),
    ]);
  }
  return holders;
};

const addHolder = async (
  furnishing: Furnishing,
  permission: Permission,
  reach: Role['reach'],
): Promise<Caller> => {
  const { service, organisation } = furnishing;
  const { db } = service.database;
  const isOfTenant = reach === 'tenant';
  const role = `${permission}, ${reach}`;
  await run(db, 'insert into role (tenant_id, name, is_tenant_wide, permissions) values ($1, $2, $3, $4)', [
    organisation.tenantId,
    role,
    isOfTenant,
    [permission],
  ]);
  const userName = `${permission.replace('.', '')}In${reach}`;
  const memberOf = isOfTenant ? {} : { Coordinators: ['Bridges'] };
  organisation.userIds[userName] = await addPerson(db, organisation, { userName, role, memberOf });
  return {
    name: isOfTenant ? 'only it' : 'only it, in teams',
    role: { reach, permissions: [permission] },
    token: await tokenOf(furnishing, userName),
  };
};
