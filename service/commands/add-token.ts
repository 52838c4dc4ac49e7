import { NewApiToken } from '#contract/api-token.ts';
import { inEnglish, verbatim } from '#sentences/sentence.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { addApiToken } from '#service/identity/api-tokens/create-api-token.ts';
import { operatorOf } from '#service/identity/audit/record-audit.ts';
import { createShapeCheck } from '#service/shape/shape-check.ts';
import { ArgumentError, refusingArguments } from './argument-error.ts';
import { findTenantNamed } from './find-tenant-named.ts';
import { lockUserToChange } from './lock-user-to-change.ts';
import type { Operation } from './operation.ts';
import { withDatabase } from './with-database.ts';

const DAY_MS = 86_400_000;

const shapeFaults = createShapeCheck(NewApiToken, { whole: verbatim('The token') });

/** `ronda token create NAME`: prints an API token as the JSON document that its application is given, and stops. */
export const addToken = async (
  operation: Operation,
  {
    userName,
    tenant,
    label,
    expiresInDays,
  }: { userName: string; tenant: string; label: string; expiresInDays?: number },
): Promise<void> => {
  const { faults } = shapeFaults({ label });
  if (faults.length > 0) throw new ArgumentError(faults.map(({ message }) => inEnglish(message)).join('\n'));
  await withDatabase(operation, async ({ db }) => {
    const tenantId = await findTenantNamed(db, tenant);
    const expiresAt = expiresInDays === undefined ? null : new Date(Date.now() + expiresInDays * DAY_MS);
    const { clientId, clientSecret } = await refusingArguments(() =>
      inTransaction(db, async (trx) => {
        const user = await lockUserToChange(trx, tenantId, userName);
        return addApiToken(trx, operatorOf(tenantId, 'command line'), user, { label, expiresAt });
      }),
    );
    operation.print(JSON.stringify({ clientId, clientSecret }, null, 2));
  });
};
