import { randomBytes } from 'node:crypto';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

const DAY = 24 * 60 * 60;

/** Seconds a device lives without contact, and in all. By the database's clock (docs/decisions/0036-devices.md). */
export const DEVICE_LIMITS = { idle: 30 * DAY, absolute: 180 * DAY };

/** Far more than anybody carries; what is one person's is listed at once. */
export const MOST_DEVICES = 50;

/** As an access token's, but for its beginning: the tenant leads to the shard, and only the SHA-256 is stored. */
export const DEVICE_TOKEN = /^ronda-device_(\d{1,9})_[A-Za-z0-9_-]{43}$/;

export const newDeviceToken = (tenantId: number): string =>
  `ronda-device_${tenantId}_${randomBytes(32).toString('base64url')}`;

/** Whether a row of `device`, by the name that it has in the statement, still lets its person in. */
export const deviceCounts = (row: string) => `${row}.erasure_wanted_at is null and ${row}.expires_at > now()
  and ${row}.last_seen_at > now() - make_interval(secs => ${DEVICE_LIMITS.idle})`;

/** Notes that a device was in contact. */
export const noteContact = async (db: Database, tenantId: number, deviceId: string): Promise<void> => {
  await run(db, 'update device set last_seen_at = now() where tenant_id = $1 and device_id = $2', [
    tenantId,
    deviceId,
  ]);
};

/** Forgets devices that are over; called now and then. One that is to erase what is on it waits until it expires. */
export const deleteEndedDevices = async (db: Database): Promise<void> => {
  await run(
    db,
    `delete from device where expires_at < now()
       or erasure_wanted_at is null and last_seen_at < now() - make_interval(secs => $1)`,
    [DEVICE_LIMITS.idle],
  );
};
