import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { APP, type Caller, createCaller, TASKS } from './caller.ts';
import { send } from './client.ts';
import {
  expectError,
  expectForbidden,
  expectList,
  expectSuccess,
  expectUnauthenticated,
} from './expectations.ts';
import { clients, people } from './organisation.ts';
import { signInAsClient, signInWithPassword } from './sign-in.ts';
import { createExternalId, taskBody } from './task-body.ts';

/** Every service in the contract that requires a token, and the permission that it requires. */
const SERVICES: [string, string, (caller: Caller) => ReturnType<Caller['listTasks']>][] = [
  ['getall', 'Tasks.Read', (caller) => caller.listTasks()],
  ['get', 'Tasks.Read', (caller) => caller.read(createExternalId())],
  ['post', 'Tasks.Manage', (caller) => caller.create(taskBody())],
  ['put', 'Tasks.Manage', (caller) => caller.edit(taskBody())],
  ['delete', 'Tasks.Manage', (caller) => caller.delete(createExternalId())],
  ['cancel', 'Tasks.Manage', (caller) => caller.cancel(createExternalId())],
  ['restart', 'Tasks.Manage', (caller) => caller.restart(createExternalId())],
  ['GetChanges', 'Changes.Read', (caller) => caller.readChanges()],
  ['workArea/Get', 'Teams.Read', (caller) => caller.listTeams()],
  ['workArea/GetGroups', 'Teams.Read', (caller) => caller.listGroups(randomUUID())],
  ['groups/GetMembers', 'Teams.Read', (caller) => caller.listMembers(1)],
  ['GetAssociatedWorkbooks', 'Workbooks.Read', (caller) => caller.listTeamWorkbooks(randomUUID())],
  ['GetWorkbooks', 'Workbooks.Read', (caller) => caller.listWorkbooks()],
];

const integration = await signInAsClient(clients.integration);

test('contract, Endpoints; W6: every service responds with 401 if the token is missing or unknown', async () => {
  for (const [, , callService] of SERVICES) {
    expectUnauthenticated(await callService(createCaller(undefined)));
    expectUnauthenticated(await callService(createCaller('unknown')));
  }
});

test('W6: a request whose Authorization header is not a valid bearer token gets 401', async () => {
  const { token } = integration;
  const changedToken = `${token!.slice(0, -1)}${token!.endsWith('A') ? 'B' : 'A'}`;
  for (const authorization of [
    '',
    'Bearer',
    'Bearer ',
    `Basic ${token}`,
    `${token}`,
    `Bearer ${changedToken}`,
    `Bearer ${token} ${token}`,
  ]) {
    expectUnauthenticated(await send('GET', `${TASKS}/getall`, { headers: { authorization } }));
  }
});

test('contract, Authentication 1; W6: a token is accepted only in the Authorization header', async () => {
  const { token } = integration;
  expectUnauthenticated(await send('GET', `${TASKS}/getall?access_token=${token}`));
  expectUnauthenticated(
    await send('GET', `${TASKS}/getall`, { headers: { cookie: `access_token=${token}` } }),
  );
});

test('W6: an invalid request without a token gets 401, not a validation error', async () => {
  expectUnauthenticated(
    await send('POST', `${TASKS}/post`, { body: '{', headers: { 'content-type': 'application/json' } }),
  );
  expectUnauthenticated(await send('GET', `${APP}/groups/GetMembers`));
});

test('contract, Permissions; contract, Errors 6; W7: a client without the required permission gets 403 with unAuthorizedRequest true, and the error names the permission', async () => {
  const client = await signInAsClient(clients.noPermissions);
  for (const [, permission, callService] of SERVICES) expectForbidden(await callService(client), permission);
});

test('contract, Permissions; W7: a viewer can read tasks, teams and workbooks, but cannot change tasks or read the change feed', async () => {
  const viewer = await signInAsClient(clients.viewer);
  for (const [name, permission, callService] of SERVICES) {
    const response = await callService(viewer);
    if (['Tasks.Manage', 'Changes.Read'].includes(permission)) expectForbidden(response, permission);
    else assert.equal(response.status, 200, name);
  }
});

test('contract, Permissions; W7: an inspector can read tasks, but cannot change them or read teams, workbooks or the change feed', async () => {
  const inspector = await signInWithPassword(people.inspector);
  for (const [name, permission, callService] of SERVICES) {
    const response = await callService(inspector);
    if (permission === 'Tasks.Read') assert.equal(response.status, 200, name);
    else expectForbidden(response, permission);
  }
});

test('W7: the permission is checked before the request is validated', async () => {
  const viewer = await signInAsClient(clients.viewer);
  expectForbidden(await viewer.create({}), 'Tasks.Manage');
});

test('contract, Permissions; W8: a client with the Integration role can use every service in the contract', async () => {
  for (const [, , callService] of SERVICES) {
    const { status, body } = await callService(integration);
    assert.equal(status, 200);
    assert.equal(body.unAuthorizedRequest, false);
  }
});

test("T19: no permission allows a client to read or change another tenant's data", async () => {
  const input = taskBody();
  expectSuccess(await integration.create(input));
  const otherTenant = await signInAsClient(clients.integrationOfEmptyTenant);
  for (const sendRequest of [otherTenant.read, otherTenant.delete, otherTenant.cancel, otherTenant.restart]) {
    expectError(await sendRequest(input.externalId));
  }
  assert.deepEqual(expectList(await otherTenant.listTeams()), []);
  expectSuccess(await integration.read(input.externalId));
});
