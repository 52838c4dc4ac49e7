import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import { type Author, type Origin, recordAudit } from '#service/identity/audit/record-audit.ts';
import { hashSecret } from '#service/identity/tokens/access-token.ts';
import { DEVICE_TOKEN } from './device.ts';
import { deviceToBeErased, ownDeviceNotFound } from './device-problems.ts';

type FoundDevice = {
  deviceId: string;
  name: string;
  isToBeErased: boolean;
  userId: number;
  userName: string;
};

/** Ends one of the author's own devices: signing out. */
export const endDevice = async (
  trx: DatabaseTransaction,
  author: Author,
  deviceId: string,
): Promise<void> => {
  const { tenantId, userId } = author;
  const [ended] = await run<{ id: string; name: string }>(
    trx,
    `delete from device where tenant_id = $1 and user_id = $2 and device_id = $3 and erasure_wanted_at is null
     returning device_id as id, name`,
    [tenantId, userId, deviceId],
  );
  if (!ended) throw ownDeviceNotFound(deviceId);
  await recordAudit(trx, author, {
    kind: 'device.ended',
    on: { type: 'device', ...ended },
  });
  await announceIdentityChange(trx, tenantId);
};

/**
 * Ends the device by whose cookie a browser came, if it came by one, for its cookie is replaced: nobody could sign out of it
 * any more. One that is to erase what is on it must do so first, or it would never be told.
 */
export const endReplacedDevice = async (
  trx: DatabaseTransaction,
  deviceToken: string | undefined,
  { except, origin }: { except: { tenantId: number; deviceId: string }; origin: Origin },
): Promise<void> => {
  const found = await lockDeviceOfToken(trx, deviceToken);
  if (!found) return;
  const { tenantId, device } = found;
  if (tenantId === except.tenantId && device.deviceId === except.deviceId) return;
  if (device.isToBeErased) throw deviceToBeErased('conflict');
  const { deviceId, name, userId, userName } = device;
  await run(trx, 'delete from device where tenant_id = $1 and device_id = $2', [tenantId, deviceId]);
  await recordAudit(
    trx,
    { tenantId, userId, userName, clientId: null, origin },
    { kind: 'device.ended', on: { type: 'device', id: deviceId, name }, details: { replaced: true } },
  );
  await announceIdentityChange(trx, tenantId);
};

/**
 * Forgets a device that says it has erased what is on it, and says whether it was to. Again, or of a device that nobody
 * told to, it changes nothing: the answer to the first may have been lost.
 */
export const confirmErasure = async (
  trx: DatabaseTransaction,
  deviceToken: string | undefined,
  origin: Origin,
): Promise<boolean> => {
  const found = await lockDeviceOfToken(trx, deviceToken);
  if (!found?.device.isToBeErased) return false;
  const { tenantId, device } = found;
  const { deviceId, name, userId, userName } = device;
  await run(trx, 'delete from device where tenant_id = $1 and device_id = $2', [tenantId, deviceId]);
  await recordAudit(
    trx,
    { tenantId, userId, userName, clientId: null, origin },
    { kind: 'device.erased', on: { type: 'device', id: deviceId, name } },
  );
  return true;
};

/** The device of a token, whatever state it is in, held until the transaction ends. */
const lockDeviceOfToken = async (
  trx: DatabaseTransaction,
  deviceToken: string | undefined,
): Promise<{ tenantId: number; device: FoundDevice } | undefined> => {
  const tenantId = Number(DEVICE_TOKEN.exec(deviceToken ?? '')?.[1]);
  if (deviceToken === undefined || !Number.isInteger(tenantId)) return undefined;
  const [device] = await run<FoundDevice>(
    trx,
    `select device.device_id as "deviceId", device.name, device.erasure_wanted_at is not null as "isToBeErased",
            app_user.user_id as "userId", app_user.user_name as "userName"
     from device join app_user on app_user.tenant_id = device.tenant_id and app_user.user_id = device.user_id
     where device.tenant_id = $1 and device.token_hash = $2 for update of device`,
    [tenantId, hashSecret(deviceToken)],
  );
  return device && { tenantId, device };
};
