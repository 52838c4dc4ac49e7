import type { NewDevice } from '#contract/device.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import { type Author, recordAudit } from '#service/identity/audit/record-audit.ts';
import { notSignedIn } from '#service/identity/identity-problems.ts';
import { hashSecret } from '#service/identity/tokens/access-token.ts';
import { DEVICE_LIMITS, MOST_DEVICES, newDeviceToken } from './device.ts';
import { deviceOfAnother, deviceToBeErased, onlyByBrowser, tooManyDevices } from './device-problems.ts';
import { endReplacedDevice } from './end-device.ts';

/** A device as it is to be: under an id, in the place of the one that the browser had by the token of its cookie. */
export type WantedDevice = { deviceId: string; draft: NewDevice; replaced: string | undefined };

/**
 * Makes the browser by whose session the author came a device of theirs, and returns what its cookie is to say. One that is
 * theirs already is signed in anew: same id, another token.
 */
export const addDevice = async (
  trx: DatabaseTransaction,
  author: Author,
  { deviceId, draft, replaced }: WantedDevice,
): Promise<string> => {
  const { tenantId } = author;
  await holdSession(trx, author);
  const known = await findKnown(trx, author, deviceId);
  await endReplacedDevice(trx, replaced, { except: { tenantId, deviceId }, origin: author.origin });
  if (!known) await refuseOneTooMany(trx, author);
  const deviceToken = newDeviceToken(tenantId);
  const written = await run(
    trx,
    `insert into device (tenant_id, device_id, user_id, token_hash, name, login_provider, address, agent, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9))
     on conflict (tenant_id, device_id) do update set
       token_hash = excluded.token_hash, name = excluded.name, login_provider = excluded.login_provider,
       address = excluded.address, agent = excluded.agent, last_seen_at = now(), expires_at = excluded.expires_at
       where device.user_id = excluded.user_id
     returning device_id`,
    [
      tenantId,
      deviceId,
      author.userId,
      hashSecret(deviceToken),
      draft.name,
      author.loginProvider,
      author.origin.address ?? '',
      (author.origin.agent ?? '').slice(0, 256).toWellFormed(),
      DEVICE_LIMITS.absolute,
    ],
  );
  // Somebody else has made one of this id in this moment.
  if (written.length === 0) throw deviceOfAnother(deviceId);
  await recordAudit(trx, author, {
    kind: 'device.added',
    on: { type: 'device', id: deviceId, name: draft.name },
    ...(known && { details: { anew: true } }),
  });
  await announceIdentityChange(trx, tenantId);
  return deviceToken;
};

/**
 * Holds the author's row and session until the transaction ends: whatever ends the session now has done so before, and no
 * device is made, or waits, and ends the device too (decision A7). Services have no sessions, so they get no devices.
 */
const holdSession = async (
  trx: DatabaseTransaction,
  { tenantId, userId, sessionId }: Author,
): Promise<void> => {
  if (sessionId === null) throw onlyByBrowser();
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

/** Whether the author has such a device; throws when somebody else has, or when it is first to erase what is on it. */
const findKnown = async (
  trx: DatabaseTransaction,
  { tenantId, userId }: Author,
  deviceId: string,
): Promise<boolean> => {
  const [known] = await run<{ user_id: number; is_to_be_erased: boolean }>(
    trx,
    `select user_id, erasure_wanted_at is not null as is_to_be_erased
     from device where tenant_id = $1 and device_id = $2 for update`,
    [tenantId, deviceId],
  );
  if (known && known.user_id !== userId) throw deviceOfAnother(deviceId);
  if (known?.is_to_be_erased) throw deviceToBeErased('conflict');
  return known !== undefined;
};

/** The author's row is held, so that two who add at once are counted one after the other. */
const refuseOneTooMany = async (trx: DatabaseTransaction, { tenantId, userId }: Author): Promise<void> => {
  const [counted] = await run<{ devices: number }>(
    trx,
    `select count(*)::integer as devices from device
     where tenant_id = $1 and user_id = $2 and erasure_wanted_at is null`,
    [tenantId, userId],
  );
  if (counted!.devices >= MOST_DEVICES) throw tooManyDevices(MOST_DEVICES);
};
