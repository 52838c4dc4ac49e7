import type { TestContext } from 'node:test';
import { run } from '#service/database/statement.ts';
import { hashSecret } from '#service/identity/tokens/secret-token.ts';
import { PASSWORD, setPassword } from './set-password.ts';
import { startService } from './start-service.ts';

/** Starts a service where `anna` has a password and `erp` has an API token. */
export const startWithSecrets = async (t: TestContext, settings?: Parameters<typeof startService>[1]) => {
  const service = await startService(t, settings);
  const { database, organisation } = service;
  const { tenantId, userIds } = organisation;
  await setPassword(service, 'anna');
  await run(database.db, 'insert into api_client (client_id, tenant_id) values ($1, $2)', [
    'erp-client',
    tenantId,
  ]);
  await run(
    database.db,
    'insert into api_token (tenant_id, client_id, user_id, secret_hash) values ($1, $2, $3, $4)',
    [tenantId, 'erp-client', userIds.erp, hashSecret('erp-secret')],
  );
  const obtain = async (form: Record<string, string> | string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${service.url}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
    });
    // biome-ignore lint/suspicious/noExplicitAny: token responses and error responses differ in shape
    return { status: response.status, headers: response.headers, body: (await response.json()) as any };
  };
  return { ...service, obtain };
};

/** The form that `anna` submits to get an access token. */
export const createPasswordForm = (overrides: Record<string, string> = {}) => ({
  grant_type: 'password',
  username: 'anna',
  password: PASSWORD,
  tenancyName: 'default',
  ...overrides,
});
export const CLIENT_FORM = {
  grant_type: 'client_credentials',
  client_id: 'erp-client',
  client_secret: 'erp-secret',
};
