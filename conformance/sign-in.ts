import assert from 'node:assert/strict';
import { type Caller, createCaller } from './caller.ts';
import { type ApiResponse, type Row, send } from './client.ts';
import { getPassword, getSecret, tenants } from './organisation.ts';

export const FORM_TYPE = 'application/x-www-form-urlencoded';

export const requestToken = (
  form: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
): Promise<ApiResponse<Row>> =>
  send<Row>('POST', '/token', {
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': FORM_TYPE, ...headers },
  });

export const createClientForm = (clientId: string) => ({
  grant_type: 'client_credentials',
  client_id: clientId,
  client_secret: getSecret(clientId),
});

export const createPasswordForm = (userName: string, tenancyName: string = tenants.main) => ({
  grant_type: 'password',
  username: userName,
  password: getPassword(userName),
  tenancyName,
});

/** Signs in as a service user (“Client credentials flow” in the contract). */
export const signInAsClient = async (clientId: string): Promise<Caller> =>
  createSignedInCaller(await requestToken(createClientForm(clientId)));

/** Signs in with a user name and password (“Password flow” in the contract). */
export const signInWithPassword = async (userName: string, tenancyName?: string): Promise<Caller> =>
  createSignedInCaller(await requestToken(createPasswordForm(userName, tenancyName)));

const createSignedInCaller = ({ status, headers, text, body }: ApiResponse<Row>): Caller => {
  const retryAfter = headers.get('retry-after');
  const hint =
    retryAfter === null
      ? ''
      : ` The server limits sign-ins from this address: try again in ${retryAfter} seconds.`;
  assert.equal(status, 200, `The sign-in failed: ${text}${hint}`);
  return createCaller(String(body.access_token));
};
