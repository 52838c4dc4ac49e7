import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { TASKS } from './caller.ts';
import { changeOf, changesSince, latestToken } from './change-reader.ts';
import { expectErrorNaming, expectSuccess, expectValidationErrors } from './expectations.ts';
import { clients, emailOf, people, workbooks } from './organisation.ts';
import { asClient } from './sign-in.ts';
import { newExternalId, taskDraft, without } from './task-draft.ts';
import { readTask } from './task-lifecycle.ts';

const integration = await asClient(clients.integration);
const REQUIRED = ['externalId', 'title', 'teamName', 'workbookName', 'assignedUserName'];

test('contract, Create task; contract, Errors 2; T14: creates a complete task and returns result and error null', async () => {
  const response = await integration.create(taskDraft());
  assert.equal(expectSuccess(response), null);
  assert.equal(response.body.error, null);
});

test('contract, Task fields: nothing is created if one of the five required fields is missing', async () => {
  for (const field of REQUIRED) {
    const draft = taskDraft();
    expectValidationErrors(await integration.create(without(draft, field)), field);
    if (field !== 'externalId') expectErrorNaming(await integration.read(draft.externalId), draft.externalId);
  }
});

test('contract, Errors 1; contract, Validation error: each empty required field has a validation error that names the field', async () => {
  const { validationErrors } = expectValidationErrors(
    await integration.create(Object.fromEntries(REQUIRED.map((field) => [field, '']))),
    ...REQUIRED,
  );
  for (const { code, message } of validationErrors!) {
    assert.equal(code, 0);
    assert.ok(message.length > 0);
  }
});

test('contract, Task fields: description, dates, items and custom properties are optional', async () => {
  const draft = taskDraft();
  expectSuccess(await integration.create(draft));
  assert.deepEqual(await readTask(integration, draft.externalId), { ...draft, state: 'Assigned' });
});

test('contract, Task rule 1: a created task is published', async () => {
  const before = await latestToken(integration);
  const draft = taskDraft();
  expectSuccess(await integration.create(draft));
  const { rows } = await changesSince(integration, before);
  assert.equal(changeOf(rows, draft.externalId).isPublished, true);
});

test('contract, States 1: a created task is Assigned', async () => {
  const draft = taskDraft();
  expectSuccess(await integration.create(draft));
  assert.equal((await readTask(integration, draft.externalId)).state, 'Assigned');
});

test('contract, Task workbookName: a workbook is found by its name or by its title', async () => {
  for (const workbookName of [workbooks.form.name, workbooks.form.title]) {
    expectSuccess(await integration.create(taskDraft({ workbookName })));
  }
});

test('contract, Task assignedUserName: a person can be assigned by email address instead of user name', async () => {
  const draft = taskDraft({ assignedUserName: emailOf(people.inspector) });
  expectSuccess(await integration.create(draft));
  assert.equal((await readTask(integration, draft.externalId)).state, 'Assigned');
});

test('contract, Limits, uniqueness; T5: a second create with the same externalId is rejected and changes nothing', async () => {
  const draft = taskDraft({ Remark: 'first' });
  expectSuccess(await integration.create(draft));
  expectErrorNaming(
    await integration.create({ ...draft, title: 'Another title', Remark: 'second' }),
    draft.externalId,
  );
  assert.deepEqual(await readTask(integration, draft.externalId), { ...draft, state: 'Assigned' });
});

test('T5: of twenty concurrent requests that create the same externalId, exactly one succeeds', async () => {
  const externalId = newExternalId();
  const titles = Array.from({ length: 20 }, (_, index) => `Attempt ${index}`);
  const responses = await Promise.all(
    titles.map((title) => integration.create(taskDraft({ externalId, title }))),
  );
  const winners = titles.filter((_, index) => responses[index]!.body.success);
  assert.equal(winners.length, 1);
  for (const response of responses.filter(({ body }) => !body.success))
    expectErrorNaming(response, externalId);
  assert.equal((await readTask(integration, externalId)).title, winners[0]);
});

test('T5: externalIds that differ only in letter case belong to different tasks', async () => {
  const lower = newExternalId();
  const upper = lower.toUpperCase();
  expectSuccess(await integration.create(taskDraft({ externalId: lower, title: 'lower' })));
  expectErrorNaming(await integration.read(upper), upper);
  expectSuccess(await integration.create(taskDraft({ externalId: upper, title: 'upper' })));
  assert.equal((await readTask(integration, lower)).title, 'lower');
  assert.equal((await readTask(integration, upper)).title, 'upper');
});

test('T5: after a deletion the externalId can be used again for a new task with a new id', async () => {
  const before = await latestToken(integration);
  const draft = taskDraft();
  expectSuccess(await integration.create(draft));
  const first = changeOf((await changesSince(integration, before)).rows, draft.externalId);
  expectSuccess(await integration.delete(draft.externalId));
  expectSuccess(await integration.create({ ...draft, title: 'Again' }));
  const second = changeOf((await changesSince(integration, before)).rows, draft.externalId);
  assert.notEqual(second.id, first.id);
  assert.equal(second.isDeleted, false);
  assert.equal((await readTask(integration, draft.externalId)).title, 'Again');
});

test('T5: a create that is retried with its Idempotency-Key returns the first response again', async () => {
  const draft = taskDraft();
  const request = { body: draft, headers: { 'idempotency-key': randomUUID() } };
  const first = await integration.call('POST', `${TASKS}/post`, request);
  const second = await integration.call('POST', `${TASKS}/post`, request);
  expectSuccess(first);
  assert.equal(second.text, first.text);
  expectErrorNaming(await integration.create(draft), draft.externalId);
});

test('T5: concurrent creates with one Idempotency-Key create one task and all succeed', async () => {
  const request = { body: taskDraft(), headers: { 'idempotency-key': randomUUID() } };
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => integration.call('POST', `${TASKS}/post`, request)),
  );
  for (const response of responses) expectSuccess(response);
});
