import { timingSafeEqual } from 'node:crypto';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { hashSecret, type SignedIn } from './access-token.ts';
import { wrongClient } from './token-problems.ts';

type Candidate = { tenant_id: number; user_id: number; secret_hash: Buffer };

const FIND_CANDIDATE = `
  select api_token.tenant_id, api_token.user_id, api_token.secret_hash
  from api_client
  join api_token on api_token.tenant_id = api_client.tenant_id and api_token.client_id = api_client.client_id
  join app_user on app_user.tenant_id = api_token.tenant_id and app_user.user_id = api_token.user_id
  where api_client.client_id = $1 and app_user.is_active
    and (api_token.expires_at is null or api_token.expires_at > now())`;

/** The minute of the last use is all that an administrator wants to know; writing it at each sign-in would cost a row version. */
const NOTE_USE = `
  update api_token set last_used_at = now()
  where tenant_id = $1 and client_id = $2 and (last_used_at is null or last_used_at < now() - interval '1 minute')`;

const NOBODY = hashSecret('');

/** Which service user a client id and its secret stand for (contract, Client credentials flow). */
export const signInWithClientCredentials = async (
  db: Database,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
): Promise<SignedIn> => {
  const [candidate] = await run<Candidate>(db, FIND_CANDIDATE, [clientId]);
  const matches = timingSafeEqual(hashSecret(clientSecret), candidate?.secret_hash ?? NOBODY);
  if (!candidate || !matches) throw wrongClient();
  await run(db, NOTE_USE, [candidate.tenant_id, clientId]);
  return {
    tenantId: candidate.tenant_id,
    userId: candidate.user_id,
    clientId,
    secretHash: candidate.secret_hash,
  };
};
