import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { UserRow } from '#service/identity/users/user-row.ts';
import { tooManyMailsOfTenant, tooManyMailsToPerson } from './password-link-problems.ts';

/** Mails with links within an hour (docs/decisions/0039-mails-with-links.md). */
const TO_PERSON = 5;
const OF_TENANT = 500;

/**
 * What was sent stands in the audit log. A person is the account and whoever's the address was meanwhile. One that must not be
 * sent may be when the oldest of as many as are allowed is an hour old.
 */
const FIND_WAITS = `
  with sent as (
    select happened_at + interval '1 hour' - now() as remembered_for,
           target_id = $2::text or lower(details ->> 'emailAddress') = lower($3) as is_to_person
    from audit_event
    where tenant_id = $1 and kind = 'password-link.made' and details ->> 'by' = 'mail'
      and happened_at > now() - interval '1 hour'
  )
  select ceil(extract(epoch from (
           select remembered_for from sent where is_to_person order by remembered_for desc offset ${TO_PERSON - 1} limit 1
         )))::integer as person,
         ceil(extract(epoch from (
           select remembered_for from sent order by remembered_for desc offset ${OF_TENANT - 1} limit 1
         )))::integer as tenant`;

/**
 * Refuses one mail more than a person or an organisation is sent within an hour. The user is locked, so that of several at
 * once none is forgotten; of an organisation those that are under way may be.
 */
export const refuseMailBeyondLimits = async (
  trx: DatabaseTransaction,
  { tenant_id, user_id, user_name, email_address }: UserRow,
): Promise<void> => {
  const [waits] = await run<{ person: number | null; tenant: number | null }>(trx, FIND_WAITS, [
    tenant_id,
    user_id,
    email_address,
  ]);
  const { person, tenant } = waits!;
  if (tenant !== null && tenant >= (person ?? 0)) throw tooManyMailsOfTenant(OF_TENANT, tenant);
  if (person !== null) throw tooManyMailsToPerson(user_name, TO_PERSON, person);
};
