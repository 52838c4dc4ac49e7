import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { type Caller, callerWith } from './caller.ts';
import { baseAddress, type Row } from './client.ts';
import { clients, passwordOf, people, teams } from './organisation.ts';
import { asClient, asPerson, clientForm, passwordForm, requestToken } from './sign-in.ts';
import { listed, succeeded, unauthenticated } from './verdicts.ts';

const administrator = await asClient(clients.administrator);

/** Everybody whose tokens are taken away here is an inspector of the team throwaway. */
const idOf = async (userName: string): Promise<number> => {
  const team = listed(await administrator.teams()).find(({ title }) => title === teams.throwaway);
  const groups = succeeded(await administrator.groups(String(team?.id))).groups as Row[];
  const inspectors = groups.find(({ name }) => name === 'Inspectors');
  const members = listed(await administrator.members(Number(inspectors?.groupId)));
  return Number(members.find((member) => member.userName === userName)?.id);
};

const change = async (userName: string, changes: Row) => {
  const { status, text } = await administrator.v1('PATCH', `/users/${await idOf(userName)}`, changes);
  assert.ok(status < 300, text);
};

/** Processes beside the one that revoked the token may believe it for five seconds more. */
const endsSoon = async ({ tasks }: Caller) => {
  const until = performance.now() + 5_000;
  let answer = await tasks();
  while (answer.status !== 401 && performance.now() < until) answer = await tasks();
  unauthenticated(answer);
};

const mayNotSignIn = async (form: Record<string, string>) => {
  const { status, body } = await requestToken(form);
  assert.deepEqual([status, body.error], [400, 'invalid_grant']);
};

test('A7: disabling a user ends their tokens, for good, also when the user is enabled again', async (t) => {
  const leaver = await asPerson(people.leaver);
  succeeded(await leaver.tasks());

  t.after(() => change(people.leaver, { isActive: true }));
  await change(people.leaver, { isActive: false });
  await endsSoon(leaver);
  await mayNotSignIn(passwordForm(people.leaver));

  await change(people.leaver, { isActive: true });
  unauthenticated(await leaver.tasks());
  succeeded(await (await asPerson(people.leaver)).tasks());
});

test("A7: changing a user's password ends their tokens, and the old password is wrong", async (t) => {
  const forgetful = await asPerson(people.forgetful);
  succeeded(await forgetful.tasks());

  const password = `${randomUUID()}-for-tests-only`;
  t.after(() => change(people.forgetful, { password: passwordOf(people.forgetful) }));
  await change(people.forgetful, { password });
  await endsSoon(forgetful);
  await mayNotSignIn(passwordForm(people.forgetful));

  const { status, body } = await requestToken({ ...passwordForm(people.forgetful), password });
  assert.equal(status, 200);
  succeeded(await callerWith(String(body.access_token)).tasks());
});

test('A7: deleting an API token ends the access tokens that were obtained with it, and no other', async (t) => {
  const { status, body } = await requestToken(clientForm(clients.rotator));
  if (status !== 200)
    return t.skip('an earlier run deleted the API token: provision organisation.yaml again');
  const [doomed, other] = [callerWith(String(body.access_token)), await asClient(clients.rotatorStaying)];
  for (const caller of [doomed, other]) succeeded(await caller.tasks());

  const path = `/users/${await idOf('cfRotator')}/tokens/${clients.rotator}`;
  const response = await fetch(`${baseAddress}/api/v1${path}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${administrator.token}` },
  });
  assert.ok(response.ok, String(response.status));
  await endsSoon(doomed);
  const refusal = await requestToken(clientForm(clients.rotator));
  assert.deepEqual([refusal.status, refusal.body.error], [400, 'invalid_client']);
  succeeded(await other.tasks());
});
