import type { NewDevice } from '#contract/device.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { hasRow, readRow, run, statement } from '#service/database/statement.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { notSignedIn } from '#service/identity/identity-problems.ts';
import { hashSecret } from '#service/identity/tokens/secret-token.ts';
import { DEVICE_LIMITS, DEVICE_TOKEN, MAX_DEVICES } from './device.ts';
import {
  browserSessionRequired,
  deviceBelongsToOtherUser,
  deviceErasurePending,
  tooManyDevices,
} from './device-problems.ts';
import { signOutReplacedDevice } from './sign-out-device.ts';

/** A device to register. `replacedToken` is the token in the browser's current device cookie. */
type DeviceRegistration = { deviceId: string; input: NewDevice; replacedToken: string | undefined };

/** Registers this browser as a device and returns the token for its cookie. A known device gets a new token. */
export const addDevice = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { deviceId, input, replacedToken }: DeviceRegistration,
): Promise<string> => {
  const { tenantId } = actor;
  await lockSession(trx, actor);
  const isKnown = await isRegisteredToActor(trx, actor, deviceId);
  await signOutReplacedDevice(trx, replacedToken, { except: { tenantId, deviceId }, origin: actor.origin });
  if (!isKnown) await rejectTooManyDevices(trx, actor);
  const deviceToken = DEVICE_TOKEN.create(tenantId);
  const isSaved = await hasRow(
    trx,
    `insert into device (tenant_id, device_id, user_id, token_hash, name, login_provider, address, agent, last_seen_at,
                         expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now(), now() + make_interval(secs => $9))
     on conflict (tenant_id, device_id) do update set
       token_hash = excluded.token_hash, name = excluded.name, login_provider = excluded.login_provider,
       address = excluded.address, agent = excluded.agent, last_seen_at = excluded.last_seen_at, expires_at = excluded.expires_at
       where device.user_id = excluded.user_id
     returning device_id`,
    [
      tenantId,
      deviceId,
      actor.userId,
      hashSecret(deviceToken),
      input.name,
      actor.loginProvider,
      actor.origin.ipAddress ?? '',
      (actor.origin.userAgent ?? '').slice(0, 256).toWellFormed(),
      DEVICE_LIMITS.absolute,
    ],
  );
  // Another user has registered this ID since the check.
  if (!isSaved) throw deviceBelongsToOtherUser(deviceId);
  await recordAudit(trx, actor, {
    kind: 'device.added',
    target: { type: 'device', id: deviceId, name: input.name },
    ...(isKnown && { details: { signedInAgain: true } }),
  });
  await announceIdentityChange(trx, tenantId);
  return deviceToken;
};

/** Makes a concurrent sign-out either commit first, or wait and then sign the device out too (decision A7). */
const lockSession = async (trx: DatabaseTransaction, { tenantId, userId, sessionId }: AuditedActor) => {
  if (sessionId === null) throw browserSessionRequired();
  const values = [tenantId, userId];
  const users = await run(
    trx,
    'select from app_user where tenant_id = $1 and user_id = $2 and is_active for no key update',
    values,
  );
  const sessions = await run(
    trx,
    'select from session where tenant_id = $1 and user_id = $2 and session_id = $3 for share',
    [...values, sessionId],
  );
  if (users.length === 0 || sessions.length === 0) throw notSignedIn();
};

const FIND_KNOWN_DEVICE = statement('find-known-device')`
  select user_id, erasure_requested_at is not null as is_to_be_erased
  from device where tenant_id = $1 and device_id = $2 for update`;

/** Throws if the device is owned by another user or must erase its data first. */
const isRegisteredToActor = async (
  trx: DatabaseTransaction,
  { tenantId, userId }: AuditedActor,
  deviceId: string,
): Promise<boolean> => {
  const [device] = await run(trx, FIND_KNOWN_DEVICE, [tenantId, deviceId]);
  if (device && device.user_id !== userId) throw deviceBelongsToOtherUser(deviceId);
  if (device?.is_to_be_erased) throw deviceErasurePending('conflict');
  return device !== undefined;
};

const COUNT_DEVICES = statement('count-devices')`
  select count(*)::integer as devices from device
  where tenant_id = $1 and user_id = $2 and erasure_requested_at is null`;

/** The actor's row is locked, so concurrent requests are checked one at a time. */
const rejectTooManyDevices = async (trx: DatabaseTransaction, { tenantId, userId }: AuditedActor) => {
  const { devices } = await readRow(trx, COUNT_DEVICES, [tenantId, userId]);
  if (devices >= MAX_DEVICES) throw tooManyDevices(MAX_DEVICES);
};
