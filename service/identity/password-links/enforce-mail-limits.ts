import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import type { UserRow } from '#service/identity/users/user-row.ts';
import { tooManyMailsOfTenant, tooManyMailsToPerson } from './password-link-problems.ts';

/** Limits of mails with links per hour (docs/contribute/decisions/0039-limits-on-mailed-links.md). */
const TO_PERSON = 5;
const OF_TENANT = 500;

/**
 * Sent mails are counted in the audit log. The limit of a person covers the account and its email address, also when another account
 * had the address in that hour. A mail above a limit is possible again when the oldest of the counted mails is an hour old.
 */
const FIND_WAITS = statement('find-mail-waits')`
  with sent as (
    select happened_at + interval '1 hour' - now() as remembered_for,
           target_id = $2::text or lower(details ->> 'emailAddress') = lower($3) as is_to_person
    from audit_event
    where tenant_id = $1 and kind = 'password-link.created' and details ->> 'delivery' = 'email'
      and happened_at > now() - interval '1 hour'
  )
  select ceil(extract(epoch from (
           select remembered_for from sent where is_to_person order by remembered_for desc offset ${TO_PERSON - 1} limit 1
         )))::integer as person,
         ceil(extract(epoch from (
           select remembered_for from sent order by remembered_for desc offset ${OF_TENANT - 1} limit 1
         )))::integer as tenant`;

/**
 * Throws when a person or an organisation has reached the number of mails per hour. The user is locked, so concurrent mails to one
 * person are all counted; those of an organisation that are still in progress may not be.
 */
export const enforceMailLimits = async (
  trx: DatabaseTransaction,
  { tenant_id, user_id, user_name, email_address }: UserRow,
): Promise<void> => {
  const [waits] = await run(trx, FIND_WAITS, [tenant_id, user_id, email_address]);
  const { person, tenant } = waits!;
  if (tenant !== null && tenant >= (person ?? 0)) throw tooManyMailsOfTenant(OF_TENANT, tenant);
  if (person !== null) throw tooManyMailsToPerson(user_name, TO_PERSON, person);
};
