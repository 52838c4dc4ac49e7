import { NewApiToken } from '#contract/api-token.ts';
import { verbatim } from '#i18n/message.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { addApiToken } from '#service/identity/api-tokens/manage-api-token.ts';
import { createOperatorActor } from '#service/identity/audit/record-audit.ts';
import { createSchemaCheck } from '#service/shape/shape-check.ts';
import { requireValid, withArgumentErrors } from './argument-error.ts';
import type { CommandContext } from './command-context.ts';
import { lockUserByName } from './lock-user-by-name.ts';
import { readTenantId } from './read-tenant-id.ts';
import { withDatabase } from './with-database.ts';

const DAY_MS = 86_400_000;

const checkToken = createSchemaCheck(NewApiToken, { documentName: verbatim('The token') });

/** `ronda token create NAME` */
export const addToken = async (
  context: CommandContext,
  {
    userName,
    tenant,
    label,
    expiresInDays,
  }: { userName: string; tenant: string; label: string; expiresInDays?: number },
): Promise<void> => {
  requireValid(checkToken, { label });
  await withDatabase(context, async ({ db }) => {
    const tenantId = await readTenantId(db, tenant);
    const expiresAt = expiresInDays === undefined ? null : new Date(Date.now() + expiresInDays * DAY_MS);
    const { clientId, clientSecret } = await withArgumentErrors(() =>
      inTransaction(db, async (trx) => {
        const user = await lockUserByName(trx, tenantId, userName);
        return addApiToken(trx, createOperatorActor(tenantId, 'command line'), user, { label, expiresAt });
      }),
    );
    context.print(JSON.stringify({ clientId, clientSecret }, null, 2));
  });
};
