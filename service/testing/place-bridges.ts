import { run } from '#service/database/statement.ts';
import type { TestService } from './start-service.ts';

/** Sets the locations of the bridges: BR-001 in the west, all others in the east. */
export const placeBridges = ({ database, organisation }: TestService) =>
  run(
    database.db,
    `update item set latitude = 52.36, longitude = case external_id when 'BR-001' then 4.90 else 4.92 end where tenant_id = $1`,
    [organisation.tenantId],
  );
