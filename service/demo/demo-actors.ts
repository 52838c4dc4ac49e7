import type { Database } from '#service/database/connect.ts';
import { type RowOf, run, statement } from '#service/database/statement.ts';
import type { AuditedActor } from '#service/identity/audit/record-audit.ts';
import { BUILT_IN_ROLES } from '#service/identity/permissions.ts';
import { demoPeople } from './demo-people.ts';

const LIST_DEMO_PEOPLE = statement('list-demo-people')`
  select app_user.tenant_id, app_user.user_id, app_user.user_name,
         array(select distinct group_member.team_id from group_member
               where group_member.tenant_id = app_user.tenant_id and group_member.user_id = app_user.user_id) as team_ids
  from app_user join tenant on tenant.tenant_id = app_user.tenant_id
  where tenant.tenancy_name = $1 and app_user.user_name = any($2)`;

export const readDemoActors = async (
  db: Database,
  tenancyName: string,
): Promise<ReadonlyMap<string, AuditedActor>> => {
  const rows = await run(db, LIST_DEMO_PEOPLE, [tenancyName, demoPeople.map(({ userName }) => userName)]);
  return new Map(rows.map((row) => [row.user_name, createActor(row, tenancyName)]));
};

const createActor = (
  { tenant_id, user_id, user_name, team_ids }: RowOf<typeof LIST_DEMO_PEOPLE>,
  tenancyName: string,
): AuditedActor => {
  const person = demoPeople.find(({ userName }) => userName === user_name)!;
  const { isTenantWide, permissions } = BUILT_IN_ROLES.find(({ name }) => name === person.role)!;
  return {
    tenantId: tenant_id,
    tenancyName,
    userId: user_id,
    userName: user_name,
    name: person.name,
    surname: person.surname,
    emailAddress: null,
    clientId: null,
    sessionId: null,
    deviceId: null,
    loginProvider: null,
    roles: [person.role],
    tenantWidePermissions: new Set(isTenantWide ? permissions : []),
    teamPermissions: new Set(isTenantWide ? [] : permissions),
    teamIds: team_ids,
    feedFloor: '0',
    origin: { channel: 'provision file', ipAddress: null, userAgent: null, requestId: null },
  };
};
