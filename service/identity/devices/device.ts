import { randomBytes } from 'node:crypto';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

const DAY = 24 * 60 * 60;

/**
 * How long, in seconds, a device stays signed in without contact and in total
 * (docs/contribute/decisions/0036-device-sign-in.md).
 */
export const DEVICE_LIMITS = { idle: 30 * DAY, absolute: 180 * DAY };

/** More than anyone needs; a user's own devices are listed without pages. */
export const MAX_DEVICES = 50;

/** Like an access token but with a different prefix: it contains the tenant ID, and only its SHA-256 hash is stored. */
export const DEVICE_TOKEN = /^ronda-device_(\d{1,9})_[A-Za-z0-9_-]{43}$/;

export const createDeviceToken = (tenantId: number): string =>
  `ronda-device_${tenantId}_${randomBytes(32).toString('base64url')}`;

/** SQL condition that is true if the device with this alias is signed in. */
export const formatSignedInDeviceSql = (
  alias: string,
) => `${alias}.erasure_requested_at is null and ${alias}.expires_at > now()
  and ${alias}.last_seen_at > now() - make_interval(secs => ${DEVICE_LIMITS.idle})`;

/** Updates the time of a device's last contact. */
export const updateLastContact = async (db: Database, tenantId: number, deviceId: string): Promise<void> => {
  await run(db, 'update device set last_seen_at = now() where tenant_id = $1 and device_id = $2', [
    tenantId,
    deviceId,
  ]);
};

/** Deletes expired devices; called periodically. A device that has to erase its data is kept until it expires. */
export const deleteExpiredDevices = async (db: Database): Promise<void> => {
  await run(
    db,
    `delete from device where expires_at < now()
       or erasure_requested_at is null and last_seen_at < now() - make_interval(secs => $1)`,
    [DEVICE_LIMITS.idle],
  );
};
