import type { DeviceReport } from '#contract/device.ts';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { parseInstantParameter } from '#service/http/instant-parameter.ts';
import type { Actor } from '#service/identity/actor.ts';
import { deviceRequired } from './device-problems.ts';

/** Clamps future times to the current time: the device's clock may be fast. */
export const recordUnsentData = async (
  db: Database,
  { tenantId, deviceId }: Actor,
  { unsentAnswers, unsentPictures, unsentSince }: DeviceReport,
): Promise<void> => {
  if (deviceId === null) throw deviceRequired();
  const since = parseInstantParameter('unsentSince', unsentSince ?? undefined) ?? null;
  await run(
    db,
    `update device set reported_at = now(), unsent_answers = $3, unsent_pictures = $4,
                       unsent_since = ${since === null ? '$5' : 'least($5, now())'}
     where tenant_id = $1 and device_id = $2`,
    [tenantId, deviceId, unsentAnswers, unsentPictures, since],
  );
};
