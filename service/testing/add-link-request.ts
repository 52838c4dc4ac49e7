import { randomUUID } from 'node:crypto';
import { run } from '#service/database/statement.ts';
import type { TestService } from './start-service.ts';

/** Adds a link request for the administrator, as if someone had tried to sign in with a provider account. */
export const addLinkRequest = async (
  { database, organisation }: TestService,
  { providerId, issuer, subject }: { providerId: string; issuer: string; subject: string },
): Promise<void> => {
  await run(
    database.db,
    `insert into link_request (tenant_id, request_id, provider_id, user_id, issuer, subject, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + interval '7 days')`,
    [organisation.tenantId, randomUUID(), providerId, organisation.userIds.admin, issuer, subject],
  );
};
