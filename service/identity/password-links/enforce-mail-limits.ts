import type { DatabaseTransaction } from '#service/database/connect.ts';
import { readRow, statement } from '#service/database/statement.ts';
import type { UserRow } from '#service/identity/users/user-row.ts';
import { tooManyEmailsFromTenant, tooManyEmailsToPerson } from './password-link-problems.ts';

/** How many emails with links may be sent per hour (docs/contribute/decisions/0039-limits-on-mailed-links.md). */
const MAX_PER_PERSON = 5;
const MAX_PER_TENANT = 500;

/**
 * Returns the seconds until each limit allows another email; null means now. Emails to the user's address count even
 * if another user owned the address in the past hour.
 */
const FIND_EMAIL_WAITS = statement('find-email-waits')`
  with sent as (
    select happened_at + interval '1 hour' - now() as counts_for,
           target_id = $2::text or lower(details ->> 'emailAddress') = lower($3) as is_to_person
    from audit_event
    where tenant_id = $1 and kind = 'password-link.created' and details ->> 'delivery' = 'email'
      and happened_at > now() - interval '1 hour'
  )
  select ceil(extract(epoch from (
           select counts_for from sent where is_to_person order by counts_for desc offset ${MAX_PER_PERSON - 1} limit 1
         )))::integer as person,
         ceil(extract(epoch from (
           select counts_for from sent order by counts_for desc offset ${MAX_PER_TENANT - 1} limit 1
         )))::integer as tenant`;

/** The limit per person is exact: the user's row is locked. Concurrent requests may exceed the other limit. */
export const enforceEmailLimits = async (
  trx: DatabaseTransaction,
  { tenantId, userId, userName, emailAddress }: UserRow,
): Promise<void> => {
  const { person, tenant } = await readRow(trx, FIND_EMAIL_WAITS, [tenantId, userId, emailAddress]);
  if (tenant !== null && tenant >= (person ?? 0)) throw tooManyEmailsFromTenant(MAX_PER_TENANT, tenant);
  if (person !== null) throw tooManyEmailsToPerson(userName, MAX_PER_PERSON, person);
};
