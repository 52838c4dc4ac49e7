import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import { type AuditedActor, type AuditOrigin, recordAudit } from '#service/identity/audit/record-audit.ts';
import { hashSecret } from '#service/identity/tokens/secret-token.ts';
import { DEVICE_TOKEN, deleteDevice } from './device.ts';
import { deviceErasurePending, ownDeviceNotFound } from './device-problems.ts';

const SIGN_OUT_DEVICE = statement('end-device')`
  delete from device where tenant_id = $1 and user_id = $2 and device_id = $3 and erasure_requested_at is null
  returning device_id as id, name`;

export const signOutDevice = async (trx: DatabaseTransaction, actor: AuditedActor, deviceId: string) => {
  const { tenantId, userId } = actor;
  const [device] = await run(trx, SIGN_OUT_DEVICE, [tenantId, userId, deviceId]);
  if (!device) throw ownDeviceNotFound(deviceId);
  await recordAudit(trx, actor, { kind: 'device.signed-out', target: { type: 'device', ...device } });
  await announceIdentityChange(trx, tenantId);
};

/**
 * Signs out the device whose cookie is about to be replaced: the browser could no longer do so. Throws if the browser
 * still has to erase that device's data, as it would never receive the erase command.
 */
export const signOutReplacedDevice = async (
  trx: DatabaseTransaction,
  deviceToken: string | undefined,
  { except, origin }: { except: { tenantId: number; deviceId: string }; origin: AuditOrigin },
): Promise<void> => {
  const device = await lockDeviceByToken(trx, deviceToken);
  if (!device) return;
  const { tenantId, deviceId, name, isErasureRequested, userId, userName } = device;
  if (tenantId === except.tenantId && deviceId === except.deviceId) return;
  if (isErasureRequested) throw deviceErasurePending('conflict');
  await deleteDevice(trx, tenantId, deviceId);
  const actor = { tenantId, userId, userName, clientId: null, origin };
  await recordAudit(trx, actor, {
    kind: 'device.signed-out',
    target: { type: 'device', id: deviceId, name },
    details: { replaced: true },
  });
  await announceIdentityChange(trx, tenantId);
};

/** Deletes a device that has erased its data. Returns false if no erasure is pending, so it is safe to retry. */
export const confirmErasure = async (
  trx: DatabaseTransaction,
  deviceToken: string | undefined,
  origin: AuditOrigin,
): Promise<boolean> => {
  const device = await lockDeviceByToken(trx, deviceToken);
  if (!device?.isErasureRequested) return false;
  const { tenantId, deviceId, name, userId, userName } = device;
  await deleteDevice(trx, tenantId, deviceId);
  const actor = { tenantId, userId, userName, clientId: null, origin };
  await recordAudit(trx, actor, {
    kind: 'device.erased',
    target: { type: 'device', id: deviceId, name },
  });
  return true;
};

const LOCK_DEVICE_BY_TOKEN = statement('lock-device-by-token')`
  select device.device_id as "deviceId", device.name, device.erasure_requested_at is not null as "isErasureRequested",
         app_user.user_id as "userId", app_user.user_name as "userName"
  from device join app_user on app_user.tenant_id = device.tenant_id and app_user.user_id = device.user_id
  where device.tenant_id = $1 and device.token_hash = $2 for update of device`;

const lockDeviceByToken = async (trx: DatabaseTransaction, deviceToken: string | undefined) => {
  const tenantId = DEVICE_TOKEN.parseTenantId(deviceToken);
  if (deviceToken === undefined || tenantId === undefined) return undefined;
  const [device] = await run(trx, LOCK_DEVICE_BY_TOKEN, [tenantId, hashSecret(deviceToken)]);
  return device && { tenantId, ...device };
};
