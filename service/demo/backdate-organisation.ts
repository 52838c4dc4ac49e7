import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Actor } from '#service/identity/actor.ts';

/** Backdates the sign-ins of people with a device, and the workbook versions that past inspections used. */
export const backdateOrganisation = async (
  db: Database,
  actors: ReadonlyMap<string, Actor>,
  now: Date,
): Promise<void> => {
  const { tenantId } = actors.values().next().value!;
  await run(
    db,
    `update app_user set last_signed_in_at = coalesce(
       (select max(created_at) from device where device.tenant_id = $1 and device.user_id = app_user.user_id),
       $2::timestamptz - interval '2 hours')
     where tenant_id = $1 and not is_service and last_signed_in_at is null`,
    [tenantId, now],
  );
  await run(
    db,
    `update workbook_version set created_at = $2::timestamptz - make_interval(months => 24 - 3 * least(version_code, 8))
     where tenant_id = $1`,
    [tenantId, now],
  );
};
