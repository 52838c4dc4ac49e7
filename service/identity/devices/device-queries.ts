import type { Device, DeviceQuery, UserDevice } from '#contract/device.ts';
import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { formatWireTimeSql } from '#service/database/wire-time.ts';
import { parseNameKey } from '#service/http/cursor.ts';
import { parseFlag } from '#service/http/flag-parameter.ts';
import { buildSearchPatterns } from '#service/http/search-words.ts';
import { type Actor, requireScope } from '#service/identity/actor.ts';
import { DEVICE_LIMITS, formatSignedInDeviceSql } from './device.ts';

const COLUMNS = `
  device.device_id as id, device.name, device.login_provider as "loginProvider",
  ${formatWireTimeSql('device.created_at')} as "createdAt", ${formatWireTimeSql('device.last_seen_at')} as "lastSeenAt",
  ${formatWireTimeSql(`case when device.erasure_requested_at is null
                   then least(device.expires_at, device.last_seen_at + make_interval(secs => ${DEVICE_LIMITS.idle}))
                   else device.expires_at end`)} as "expiresAt",
  ${formatWireTimeSql('device.reported_at')} as "reportedAt", device.unsent_answers as "unsentAnswers",
  device.unsent_pictures as "unsentPictures", ${formatWireTimeSql('device.unsent_since')} as "unsentSince"`;

const LIST_OWN_DEVICES = statement('list-own-devices')`
  select ${COLUMNS}, device.address as "ipAddress", device.agent as "userAgent", device.device_id is not distinct from $3::uuid as "isCurrent"
  from device
  where device.tenant_id = $1 and device.user_id = $2 and ${formatSignedInDeviceSql('device')}
  order by device.last_seen_at desc, device.device_id`.narrow<{ expiresAt: string; isCurrent: boolean }>();

export const listOwnDevices = (db: Database, { tenantId, userId, deviceId }: Actor): Promise<Device[]> =>
  run(db, LIST_OWN_DEVICES, [tenantId, userId, deviceId]);

export const findOwnDevice = async (
  db: Database,
  actor: Actor,
  deviceId: string,
): Promise<Device | undefined> => (await listOwnDevices(db, actor)).find(({ id }) => id === deviceId);

const LIST_DEVICES = statement('list-devices')`
  select ${COLUMNS},
         json_build_object('id', app_user.user_id, 'userName', app_user.user_name, 'name', app_user.name,
                           'surname', app_user.surname) as user,
         case when $6::boolean then device.address end as "ipAddress",
         case when $6::boolean then device.agent end as "userAgent",
         ${formatWireTimeSql('device.erasure_requested_at')} as "erasureRequestedAt"
  from device join app_user on app_user.tenant_id = device.tenant_id and app_user.user_id = device.user_id
  where device.tenant_id = $1
    and (${formatSignedInDeviceSql('device')} or device.erasure_requested_at is not null and device.expires_at > now())
    and ($2::uuid[] is null or exists (
         select from group_member
         where group_member.tenant_id = $1 and group_member.user_id = device.user_id
           and group_member.team_id = any($2::uuid[])))
    and ($3::bigint is null or device.user_id = $3)
    and (lower(app_user.user_name), device.device_id) > (lower($4), $5::uuid)
    and ($8::uuid is null or device.device_id = $8)
    and ($9::text[] is null or lower((app_user.user_name || ' ' || app_user.name || ' ' || app_user.surname || ' '
           || device.name) collate "default") like all (select lower(word) from unnest($9::text[]) as word))
    and ($10::boolean is null or (device.unsent_answers + device.unsent_pictures > 0) = $10)
    and ($11::boolean is null or (device.erasure_requested_at is not null) = $11)
    and ($12::integer is null or device.last_seen_at < now() - make_interval(days => $12))
  order by lower(app_user.user_name), device.device_id limit $7 + 1`.narrow<
  Pick<UserDevice, 'user' | 'expiresAt'>
>();

/** Planners see only the devices of people in their teams, without IP addresses and user agents. */
export const listDevices = (
  db: Database,
  actor: Actor,
  { id, userId, text, hasUnsentData, isErasureRequested, daysWithoutContact }: DeviceQuery,
  { after, limit }: { after: string; limit: number },
): Promise<UserDevice[]> => {
  const canManageUsers = actor.tenantWidePermissions.has('Users.Manage');
  const { tenantId, teamIds } = requireScope(actor, canManageUsers ? 'Users.Manage' : 'Tasks.Manage');
  const last = parseNameKey(after);
  return run(db, LIST_DEVICES, [
    tenantId,
    teamIds,
    userId ?? null,
    last.name,
    last.id,
    canManageUsers,
    limit,
    id ?? null,
    buildSearchPatterns(text),
    parseFlag(hasUnsentData) ?? null,
    parseFlag(isErasureRequested) ?? null,
    daysWithoutContact ?? null,
  ]);
};
