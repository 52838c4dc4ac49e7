import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { type Caller, createCaller } from './caller.ts';
import { baseUrl, type Row } from './client.ts';
import { expectList, expectSuccess, expectUnauthenticated } from './expectations.ts';
import { clients, getPassword, people, teams } from './organisation.ts';
import { asClient, asPerson, createClientForm, createPasswordForm, requestToken } from './sign-in.ts';

const administrator = await asClient(clients.administrator);

/** All users whose tokens these tests revoke are inspectors in team throwaway. */
const findUserId = async (userName: string): Promise<number> => {
  const team = expectList(await administrator.teams()).find(({ title }) => title === teams.throwaway);
  const groups = expectSuccess(await administrator.groups(String(team?.id))).groups as Row[];
  const inspectors = groups.find(({ name }) => name === 'Inspectors');
  const members = expectList(await administrator.members(Number(inspectors?.groupId)));
  return Number(members.find((member) => member.userName === userName)?.id);
};

const change = async (userName: string, changes: Row) => {
  const { status, text } = await administrator.v1('PATCH', `/users/${await findUserId(userName)}`, changes);
  assert.ok(status < 300, text);
};

/** Processes other than the one that revoked the token may accept it for another five seconds. */
const expectRevoked = async ({ tasks }: Caller) => {
  const until = performance.now() + 5_000;
  let response = await tasks();
  while (response.status !== 401 && performance.now() < until) response = await tasks();
  expectUnauthenticated(response);
};

const expectFailedSignIn = async (form: Record<string, string>) => {
  const { status, body } = await requestToken(form);
  assert.deepEqual([status, body.error], [400, 'invalid_grant']);
};

test('A7: disabling a user revokes their tokens permanently, even if the user is enabled again', async (t) => {
  const disabledUser = await asPerson(people.disabledUser);
  expectSuccess(await disabledUser.tasks());

  t.after(() => change(people.disabledUser, { isActive: true }));
  await change(people.disabledUser, { isActive: false });
  await expectRevoked(disabledUser);
  await expectFailedSignIn(createPasswordForm(people.disabledUser));

  await change(people.disabledUser, { isActive: true });
  expectUnauthenticated(await disabledUser.tasks());
  expectSuccess(await (await asPerson(people.disabledUser)).tasks());
});

test("A7: changing a user's password revokes their tokens, and the old password is rejected", async (t) => {
  const passwordChanger = await asPerson(people.passwordChanger);
  expectSuccess(await passwordChanger.tasks());

  const password = `${randomUUID()}-for-tests-only`;
  t.after(() => change(people.passwordChanger, { password: getPassword(people.passwordChanger) }));
  await change(people.passwordChanger, { password });
  await expectRevoked(passwordChanger);
  await expectFailedSignIn(createPasswordForm(people.passwordChanger));

  const { status, body } = await requestToken({ ...createPasswordForm(people.passwordChanger), password });
  assert.equal(status, 200);
  expectSuccess(await createCaller(String(body.access_token)).tasks());
});

test('A7: deleting an API token revokes the access tokens that were issued for it, and no others', async (t) => {
  const { status, body } = await requestToken(createClientForm(clients.rotator));
  if (status !== 200)
    return t.skip('an earlier run deleted the API token: provision organisation.yaml again');
  const [revoked, other] = [createCaller(String(body.access_token)), await asClient(clients.rotatorStaying)];
  for (const caller of [revoked, other]) expectSuccess(await caller.tasks());

  const path = `/users/${await findUserId('cfRotator')}/tokens/${clients.rotator}`;
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${administrator.token}` },
  });
  assert.ok(response.ok, String(response.status));
  await expectRevoked(revoked);
  const failed = await requestToken(createClientForm(clients.rotator));
  assert.deepEqual([failed.status, failed.body.error], [400, 'invalid_client']);
  expectSuccess(await other.tasks());
});
