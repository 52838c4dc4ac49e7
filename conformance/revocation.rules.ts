import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { type Caller, createCaller } from './caller.ts';
import { baseUrl, type Row } from './client.ts';
import { expectList, expectSuccess, expectUnauthenticated } from './expectations.ts';
import { clients, getPassword, people, teams } from './organisation.ts';
import {
  createClientForm,
  createPasswordForm,
  requestToken,
  signInAsClient,
  signInWithPassword,
} from './sign-in.ts';

const administrator = await signInAsClient(clients.administrator);

/** Finds a user whose tokens these tests revoke. All of these users are inspectors in team throwaway. */
const findUserId = async (userName: string): Promise<number> => {
  const team = expectList(await administrator.listTeams()).find(({ title }) => title === teams.throwaway);
  const groups = expectSuccess(await administrator.listGroups(String(team?.id))).groups as Row[];
  const inspectors = groups.find(({ name }) => name === 'Inspectors');
  const members = expectList(await administrator.listMembers(Number(inspectors?.groupId)));
  return Number(members.find((member) => member.userName === userName)?.id);
};

const updateUser = async (userName: string, changes: Row) => {
  const { status, text } = await administrator.callV1(
    'PATCH',
    `/users/${await findUserId(userName)}`,
    changes,
  );
  assert.ok(status < 300, text);
};

/**
 * Waits until the token is rejected. Processes other than the one that revoked it may accept it for another five
 * seconds.
 */
const expectRevoked = async ({ listTasks }: Caller) => {
  const deadline = performance.now() + 5_000;
  let response = await listTasks();
  while (response.status !== 401 && performance.now() < deadline) response = await listTasks();
  expectUnauthenticated(response);
};

const expectFailedSignIn = async (form: Record<string, string>) => {
  const { status, body } = await requestToken(form);
  assert.deepEqual([status, body.error], [400, 'invalid_grant']);
};

test('A7: disabling a user revokes their tokens permanently, even if the user is enabled again', async (t) => {
  const disabledUser = await signInWithPassword(people.disabledUser);
  expectSuccess(await disabledUser.listTasks());

  t.after(() => updateUser(people.disabledUser, { isActive: true }));
  await updateUser(people.disabledUser, { isActive: false });
  await expectRevoked(disabledUser);
  await expectFailedSignIn(createPasswordForm(people.disabledUser));

  await updateUser(people.disabledUser, { isActive: true });
  expectUnauthenticated(await disabledUser.listTasks());
  expectSuccess(await (await signInWithPassword(people.disabledUser)).listTasks());
});

test("A7: changing a user's password revokes their tokens, and the old password is rejected", async (t) => {
  const passwordChanger = await signInWithPassword(people.passwordChanger);
  expectSuccess(await passwordChanger.listTasks());

  const password = `${randomUUID()}-for-tests-only`;
  t.after(() => updateUser(people.passwordChanger, { password: getPassword(people.passwordChanger) }));
  await updateUser(people.passwordChanger, { password });
  await expectRevoked(passwordChanger);
  await expectFailedSignIn(createPasswordForm(people.passwordChanger));

  const { status, body } = await requestToken({ ...createPasswordForm(people.passwordChanger), password });
  assert.equal(status, 200);
  expectSuccess(await createCaller(String(body.access_token)).listTasks());
});

test('A7: deleting an API token revokes the access tokens that were issued for it, and no others', async (t) => {
  const { status, body } = await requestToken(createClientForm(clients.rotator));
  if (status !== 200)
    return t.skip('an earlier run deleted the API token: provision organisation.yaml again');
  const [revokedCaller, otherCaller] = [
    createCaller(String(body.access_token)),
    await signInAsClient(clients.rotatorOtherToken),
  ];
  for (const caller of [revokedCaller, otherCaller]) expectSuccess(await caller.listTasks());

  const path = `/users/${await findUserId('cfRotator')}/tokens/${clients.rotator}`;
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${administrator.token}` },
  });
  assert.ok(response.ok, String(response.status));
  await expectRevoked(revokedCaller);
  const failedResponse = await requestToken(createClientForm(clients.rotator));
  assert.deepEqual([failedResponse.status, failedResponse.body.error], [400, 'invalid_client']);
  expectSuccess(await otherCaller.listTasks());
});
