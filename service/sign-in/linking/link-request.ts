import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { findRow, run, statement } from '#service/database/statement.ts';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import type { UnconfirmedLink } from '#service/sign-in/sign-in-denied-error.ts';

/** How long a request can be confirmed: long enough to outlast an administrator's week of holiday. */
const PENDING_DAYS = 7;
/** Further requests are ignored: with some providers, anyone can create accounts with any name. */
const MAX_PENDING = 10;

/** Stores a request to link an identity to a user. Extends any existing request for the same identity. */
export const requestLink = (
  db: Database,
  { tenantId, providerId }: Pick<LoginProvider, 'tenantId' | 'providerId'>,
  { userId, stable }: UnconfirmedLink,
  requestId: string,
): Promise<void> =>
  inTransaction(db, async (trx) => {
    // Locks the user's row, so that concurrent requests are counted one at a time.
    await run(trx, 'select from app_user where tenant_id = $1 and user_id = $2 for no key update', [
      tenantId,
      userId,
    ]);
    // Selects from login_provider in case the provider has been deleted.
    await run(
      trx,
      `insert into link_request (tenant_id, request_id, provider_id, user_id, issuer, subject, requested_at, expires_at)
       select tenant_id, $2, provider_id, $4, $5, $6, now(), now() + make_interval(days => $7) from login_provider
       where tenant_id = $1 and provider_id = $3
         and (select count(*) from link_request as other
              where other.tenant_id = $1 and other.user_id = $4 and other.expires_at > now()
                and (other.provider_id, other.issuer, other.subject) is distinct from ($3::uuid, $5::text, $6::text)) < $8
       on conflict (tenant_id, user_id, provider_id, issuer, subject)
       do update set requested_at = excluded.requested_at, expires_at = excluded.expires_at`,
      [
        tenantId,
        requestId,
        providerId,
        userId,
        stable?.issuer ?? null,
        stable?.subject ?? null,
        PENDING_DAYS,
        MAX_PENDING,
      ],
    );
  });

const CONSUME_LINK_REQUEST = statement('consume-link-request')`
  delete from link_request using login_provider
  where link_request.tenant_id = $1 and link_request.user_id = $2 and link_request.request_id = $3
    and link_request.expires_at > now()
    and login_provider.tenant_id = $1 and login_provider.provider_id = link_request.provider_id
  returning link_request.provider_id as "providerId", login_provider.name as provider, issuer, subject`;

/** Deletes and returns an unexpired request. Returns undefined if there is none. */
export const consumeLinkRequest = (
  trx: DatabaseTransaction,
  { tenantId, userId, requestId }: { tenantId: number; userId: number; requestId: string },
) => findRow(trx, CONSUME_LINK_REQUEST, [tenantId, userId, requestId]);

/** Deletes a provider's confirmations and link requests, but not the links to an issuer's subjects. */
export const clearConfirmations = async (
  trx: DatabaseTransaction,
  { tenantId, providerId }: Pick<LoginProvider, 'tenantId' | 'providerId'>,
): Promise<void> => {
  const providerKey = [tenantId, providerId];
  await run(trx, 'delete from confirmed_name where tenant_id = $1 and provider_id = $2', providerKey);
  await run(trx, 'delete from link_request where tenant_id = $1 and provider_id = $2', providerKey);
};

export const deleteExpiredLinkRequests = async (db: Database): Promise<void> => {
  await run(db, 'delete from link_request where expires_at < now() - make_interval(secs => $1)', [0]);
};
