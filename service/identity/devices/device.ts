import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { createTokenKind } from '#service/identity/tokens/secret-token.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** The sign-in periods of a device, in seconds (docs/contribute/decisions/0036-device-sign-in.md). */
export const DEVICE_LIMITS = { idle: 30 * DAY_SECONDS, absolute: 180 * DAY_SECONDS };

/** The maximum number of devices per user: more than anyone needs, but few enough to list on one page. */
export const MAX_DEVICES = 50;

export const DEVICE_TOKEN = createTokenKind('ronda-device_');

export const formatSignedInDeviceSql = (
  alias: string,
) => `${alias}.erasure_requested_at is null and ${alias}.expires_at > now()
  and ${alias}.last_seen_at > now() - make_interval(secs => ${DEVICE_LIMITS.idle})`;

export const deleteDevice = async (trx: DatabaseTransaction, tenantId: number, deviceId: string) => {
  await run(trx, 'delete from device where tenant_id = $1 and device_id = $2', [tenantId, deviceId]);
};

/** Keeps a device that has to erase its data until its expiry date. */
export const deleteExpiredDevices = async (db: Database): Promise<void> => {
  await run(
    db,
    `delete from device where expires_at < now()
       or erasure_requested_at is null and last_seen_at < now() - make_interval(secs => $1)`,
    [DEVICE_LIMITS.idle],
  );
};
