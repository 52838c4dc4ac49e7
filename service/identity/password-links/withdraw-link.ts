import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

/** Takes back the link by which a user may choose a password, and says whether there was one. */
export const withdrawLink = async (
  trx: DatabaseTransaction,
  tenantId: number,
  userId: number,
): Promise<boolean> =>
  (
    await run(trx, 'delete from password_link where tenant_id = $1 and user_id = $2 returning user_id', [
      tenantId,
      userId,
    ])
  ).length > 0;
