import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeOf, changesSince, latestToken } from './change-reader.ts';
import { clients, people, teams, workbooks } from './organisation.ts';
import { asClient, asPerson } from './sign-in.ts';
import { newExternalId } from './task-draft.ts';
import { readTask, start } from './task-life.ts';
import { refused, succeeded } from './verdicts.ts';

const integration = await asClient(clients.integration);
const planner = await asClient(clients.planner);
const inspector = await asPerson(people.inspector);

/** A task as a planner makes it in the portal. */
const plan = async (changes: Record<string, unknown>): Promise<string> => {
  const { status, text, body } = await planner.v1('POST', '/tasks', {
    title: 'Planned in the portal',
    teamName: teams.north,
    workbookName: workbooks.form.name,
    ...changes,
  });
  assert.equal(status, 201, text);
  return String(body.id);
};

test('T17: a task made in the portal without externalId is read, followed and canceled by its id', async () => {
  const before = await latestToken(integration);
  const id = await plan({ assignedUserName: people.inspector });
  assert.equal((await readTask(integration, id)).state, 'Assigned');
  const { rows } = await changesSince(integration, before);
  assert.equal(changeOf(rows, id).id, id);
  await start(inspector, { externalId: id, id });
  succeeded(await integration.cancel(id));
  assert.equal((await readTask(integration, id)).state, 'Canceled');
});

test('T17: a planner may give the externalId, which is unique like any other', async () => {
  const externalId = newExternalId();
  const id = await plan({ externalId, assignedUserName: people.inspector });
  assert.notEqual(id, externalId);
  const { title } = await readTask(integration, externalId);
  assert.equal(title, 'Planned in the portal');
  refused(
    await integration.create({
      externalId,
      title,
      teamName: teams.north,
      workbookName: workbooks.form.name,
      assignedUserName: people.inspector,
    }),
  );
});

test('T17; C10: a team task without user is New and self-assignable', async () => {
  const before = await latestToken(integration);
  const id = await plan({});
  assert.equal((await readTask(integration, id)).state, 'New');
  const row = changeOf((await changesSince(integration, before)).rows, id);
  assert.equal(row.state, 0);
  assert.equal(row.isSelfAssignable, true);
  assert.equal(row.assignedUserId, null);
});

test('T17: who starts a team task takes it', async () => {
  const id = await plan({});
  await start(inspector, { externalId: id, id });
  const { state, assignedUserName } = await readTask(integration, id);
  assert.equal(state, 'Active');
  assert.equal(assignedUserName, people.inspector);
});
