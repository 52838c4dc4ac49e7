import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { APP, type Caller, callerWith, TASKS } from './caller.ts';
import { send } from './client.ts';
import { clients, people } from './organisation.ts';
import { asClient, asPerson } from './sign-in.ts';
import { newExternalId, taskDraft } from './task-draft.ts';
import { forbidden, listed, refused, succeeded, unauthenticated } from './verdicts.ts';

/** Every secured service of the contract, and the permission it needs. */
const SERVICES: [string, string, (caller: Caller) => ReturnType<Caller['tasks']>][] = [
  ['getall', 'Tasks.Read', (caller) => caller.tasks()],
  ['get', 'Tasks.Read', (caller) => caller.read(newExternalId())],
  ['post', 'Tasks.Manage', (caller) => caller.create(taskDraft())],
  ['put', 'Tasks.Manage', (caller) => caller.edit(taskDraft())],
  ['delete', 'Tasks.Manage', (caller) => caller.delete(newExternalId())],
  ['cancel', 'Tasks.Manage', (caller) => caller.cancel(newExternalId())],
  ['restart', 'Tasks.Manage', (caller) => caller.restart(newExternalId())],
  ['GetChanges', 'Changes.Read', (caller) => caller.changes()],
  ['workArea/Get', 'Teams.Read', (caller) => caller.teams()],
  ['workArea/GetGroups', 'Teams.Read', (caller) => caller.groups(randomUUID())],
  ['groups/GetMembers', 'Teams.Read', (caller) => caller.members(1)],
  ['GetAssociatedWorkbooks', 'Workbooks.Read', (caller) => caller.workbooksOf(randomUUID())],
  ['GetWorkbooks', 'Workbooks.Read', (caller) => caller.workbooks()],
];

const integration = await asClient(clients.integration);

test('contract, Endpoints; W6: no service answers without a token, or with an unknown one', async () => {
  for (const [, , use] of SERVICES) {
    unauthenticated(await use(callerWith(undefined)));
    unauthenticated(await use(callerWith('unknown')));
  }
});

test('W6: what is no bearer token, or a token that was changed, counts as none', async () => {
  const { token } = integration;
  const changed = `${token!.slice(0, -1)}${token!.endsWith('A') ? 'B' : 'A'}`;
  for (const authorization of [
    '',
    'Bearer',
    'Bearer ',
    `Basic ${token}`,
    `${token}`,
    `Bearer ${changed}`,
    `Bearer ${token} ${token}`,
  ]) {
    unauthenticated(await send('GET', `${TASKS}/getall`, { headers: { authorization } }));
  }
});

test('contract, Authentication 1; W6: a token counts in the Authorization header only', async () => {
  const { token } = integration;
  unauthenticated(await send('GET', `${TASKS}/getall?access_token=${token}`));
  unauthenticated(await send('GET', `${TASKS}/getall`, { headers: { cookie: `access_token=${token}` } }));
});

test('W6: who is not signed in is told nothing about the request', async () => {
  unauthenticated(
    await send('POST', `${TASKS}/post`, { body: '{', headers: { 'content-type': 'application/json' } }),
  );
  unauthenticated(await send('GET', `${APP}/groups/GetMembers`));
});

test('contract, Permissions; contract, Errors 6; W7: without the permission a service answers 403 with unAuthorizedRequest, and names it', async () => {
  const nobody = await asClient(clients.nobody);
  for (const [, permission, use] of SERVICES) forbidden(await use(nobody), permission);
});

test('contract, Permissions; W7: a viewer sees tasks, teams and workbooks, and changes no task', async () => {
  const viewer = await asClient(clients.viewer);
  for (const [name, permission, use] of SERVICES) {
    const answer = await use(viewer);
    if (['Tasks.Manage', 'Changes.Read'].includes(permission)) forbidden(answer, permission);
    else assert.equal(answer.status, 200, name);
  }
});

test('contract, Permissions; W7: an inspector sees tasks, and neither teams, workbooks nor changes', async () => {
  const inspector = await asPerson(people.inspector);
  for (const [name, permission, use] of SERVICES) {
    const answer = await use(inspector);
    if (permission === 'Tasks.Read') assert.equal(answer.status, 200, name);
    else forbidden(answer, permission);
  }
});

test('W7: the permission is judged before the request is', async () => {
  const viewer = await asClient(clients.viewer);
  forbidden(await viewer.create({}), 'Tasks.Manage');
});

test('contract, Permissions; W8: an integration may use every service of the contract', async () => {
  for (const [, , use] of SERVICES) {
    const { status, body } = await use(integration);
    assert.equal(status, 200);
    assert.equal(body.unAuthorizedRequest, false);
  }
});

test('T19: what belongs to another tenant is neither seen nor changed with any permission', async () => {
  const draft = taskDraft();
  succeeded(await integration.create(draft));
  const stranger = await asClient(clients.integrationOfEmptyTenant);
  for (const act of [stranger.read, stranger.delete, stranger.cancel, stranger.restart]) {
    refused(await act(draft.externalId));
  }
  assert.deepEqual(listed(await stranger.teams()), []);
  succeeded(await integration.read(draft.externalId));
});
