import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNewestChange, readChangesSince, readLatestToken } from './change-reader.ts';
import { expectError, expectSuccess } from './expectations.ts';
import { clients, people, teams, workbooks } from './organisation.ts';
import { signInAsClient, signInWithPassword } from './sign-in.ts';
import { createExternalId } from './task-body.ts';
import { readTask, startTask } from './task-lifecycle.ts';

const integration = await signInAsClient(clients.integration);
const planner = await signInAsClient(clients.planner);
const inspector = await signInWithPassword(people.inspector);

/** Creates a task in the same way as the portal, as a planner. Returns its ID. */
const createInPortal = async (changes: Record<string, unknown>): Promise<string> => {
  const { status, text, body } = await planner.callV1('POST', '/tasks', {
    title: 'Planned in the portal',
    teamName: teams.north,
    workbookName: workbooks.form.name,
    ...changes,
  });
  assert.equal(status, 201, text);
  return String(body.id);
};

test('T17: a task created in the portal without an externalId can be read, followed in the change feed and cancelled by its ID', async () => {
  const tokenBefore = await readLatestToken(integration);
  const id = await createInPortal({ assignedUserName: people.inspector });
  assert.equal((await readTask(integration, id)).state, 'Assigned');
  const { rows } = await readChangesSince(integration, tokenBefore);
  assert.equal(findNewestChange(rows, id).id, id);
  await startTask(inspector, { externalId: id, id });
  expectSuccess(await integration.cancel(id));
  assert.equal((await readTask(integration, id)).state, 'Canceled');
});

test('T17: a planner can enter an externalId, which must be unique', async () => {
  const externalId = createExternalId();
  const id = await createInPortal({ externalId, assignedUserName: people.inspector });
  assert.notEqual(id, externalId);
  const { title } = await readTask(integration, externalId);
  assert.equal(title, 'Planned in the portal');
  expectError(
    await integration.create({
      externalId,
      title,
      teamName: teams.north,
      workbookName: workbooks.form.name,
      assignedUserName: people.inspector,
    }),
  );
});

test('T17; C10: a team task is New and self-assignable', async () => {
  const tokenBefore = await readLatestToken(integration);
  const id = await createInPortal({});
  assert.equal((await readTask(integration, id)).state, 'New');
  const row = findNewestChange((await readChangesSince(integration, tokenBefore)).rows, id);
  assert.equal(row.state, 0);
  assert.equal(row.isSelfAssignable, true);
  assert.equal(row.assignedUserId, null);
});

test('T17: a team task is assigned to the inspector who starts it', async () => {
  const id = await createInPortal({});
  await startTask(inspector, { externalId: id, id });
  const { state, assignedUserName } = await readTask(integration, id);
  assert.equal(state, 'Active');
  assert.equal(assignedUserName, people.inspector);
});
