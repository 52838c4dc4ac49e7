import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

/** The uploads of an inspection that have arrived: of those that answers name, the others are still on their way. */
export const listArrivedUploads = async (
  db: Database,
  tenantId: number,
  inspectionId: string,
): Promise<ReadonlySet<string>> => {
  const arrived = await run<{ upload_id: string }>(
    db,
    'select upload_id from upload where tenant_id = $1 and inspection_id = $2 and state = 1',
    [tenantId, inspectionId],
  );
  return new Set(arrived.map(({ upload_id }) => upload_id));
};
