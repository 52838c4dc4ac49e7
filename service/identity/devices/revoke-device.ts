import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { requireScope } from '#service/identity/actor.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { DEVICE_LIMITS, deleteDevice } from './device.ts';
import { deviceNotFound } from './device-problems.ts';

const LOCK_DEVICE_TO_REVOKE = statement('lock-device-to-revoke')`
  select device.device_id as id, device.name, device.erasure_requested_at is not null as is_to_be_erased, app_user.user_name,
         device.unsent_answers, device.unsent_pictures, device.unsent_answers + device.unsent_pictures > 0 as is_unsent
  from device join app_user on app_user.tenant_id = device.tenant_id and app_user.user_id = device.user_id
  where device.tenant_id = $1 and device.device_id = $2 for update of device`;

/** Keeps a device that must erase its data until it confirms the erasure or has locked itself for lack of contact. */
export const revokeDevice = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { deviceId, shouldErase }: { deviceId: string; shouldErase: boolean },
): Promise<void> => {
  const { tenantId } = requireScope(actor, 'Users.Manage');
  const [device] = await run(trx, LOCK_DEVICE_TO_REVOKE, [tenantId, deviceId]);
  if (!device) throw deviceNotFound(deviceId);
  if (shouldErase && device.is_to_be_erased) return;
  if (shouldErase) await requestErasure(trx, tenantId, deviceId);
  else await deleteDevice(trx, tenantId, deviceId);
  await recordAudit(trx, actor, {
    kind: shouldErase ? 'device.erasure-requested' : 'device.signed-out',
    target: { type: 'device', id: device.id, name: device.name },
    details: {
      userName: device.user_name,
      // An erasure deletes the unsent data. Otherwise, it stays on the device until the user signs in again.
      ...(device.is_unsent && {
        unsentAnswers: device.unsent_answers,
        unsentPictures: device.unsent_pictures,
      }),
    },
  });
  await announceIdentityChange(trx, tenantId);
};

const requestErasure = async (trx: DatabaseTransaction, tenantId: number, deviceId: string) => {
  await run(
    trx,
    `update device set erasure_requested_at = now(), expires_at = now() + make_interval(secs => $3)
     where tenant_id = $1 and device_id = $2`,
    [tenantId, deviceId, DEVICE_LIMITS.idle],
  );
};
