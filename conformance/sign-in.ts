import assert from 'node:assert/strict';
import { type Caller, callerWith } from './caller.ts';
import { type Answer, type Row, send } from './client.ts';
import { passwordOf, secretOf, tenants } from './organisation.ts';

export const FORM = 'application/x-www-form-urlencoded';

/** Asks the token endpoint with a form. */
export const requestToken = (
  form: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
): Promise<Answer<Row>> =>
  send<Row>('POST', '/token', {
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': FORM, ...headers },
  });

export const clientForm = (clientId: string) => ({
  grant_type: 'client_credentials',
  client_id: clientId,
  client_secret: secretOf(clientId),
});

export const passwordForm = (userName: string, tenancyName: string = tenants.main) => ({
  grant_type: 'password',
  username: userName,
  password: passwordOf(userName),
  tenancyName,
});

/** A service user with a fresh token (contract, Client credentials flow). */
export const asClient = async (clientId: string): Promise<Caller> =>
  callerFrom(await requestToken(clientForm(clientId)));

/** A person with a fresh token (contract, Password flow). */
export const asPerson = async (userName: string, tenancyName?: string): Promise<Caller> =>
  callerFrom(await requestToken(passwordForm(userName, tenancyName)));

const callerFrom = ({ status, headers, text, body }: Answer<Row>): Caller => {
  const wait = headers.get('retry-after');
  const hint =
    wait === null ? '' : ` The server slows down sign-ins from here: try again in ${wait} seconds.`;
  assert.equal(status, 200, `No token was given: ${text}${hint}`);
  return callerWith(String(body.access_token));
};
