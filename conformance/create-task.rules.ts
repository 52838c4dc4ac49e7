import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { TASKS } from './caller.ts';
import { findNewestChange, readChangesSince, readLatestToken } from './change-reader.ts';
import { expectErrorNaming, expectSuccess, expectValidationErrors } from './expectations.ts';
import { clients, getEmail, people, workbooks } from './organisation.ts';
import { signInAsClient } from './sign-in.ts';
import { createExternalId, omitField, taskBody } from './task-body.ts';
import { readTask } from './task-lifecycle.ts';

const integration = await signInAsClient(clients.integration);
const REQUIRED_FIELDS = ['externalId', 'title', 'teamName', 'workbookName', 'assignedUserName'];

test('contract, Create task; contract, Errors 2; T14: a task is created, and both result and error are null', async () => {
  const response = await integration.create(taskBody());
  assert.equal(expectSuccess(response), null);
  assert.equal(response.body.error, null);
});

test('contract, Task fields: if one of the five required fields is missing, a validation error names it and nothing is created', async () => {
  for (const field of REQUIRED_FIELDS) {
    const input = taskBody();
    expectValidationErrors(await integration.create(omitField(input, field)), field);
    if (field !== 'externalId') expectErrorNaming(await integration.read(input.externalId), input.externalId);
  }
});

test('contract, Errors 1; contract, Validation error: each required field that is empty returns a validation error that names it', async () => {
  const { validationErrors } = expectValidationErrors(
    await integration.create(Object.fromEntries(REQUIRED_FIELDS.map((field) => [field, '']))),
    ...REQUIRED_FIELDS,
  );
  for (const { code, message } of validationErrors!) {
    assert.equal(code, 0);
    assert.ok(message.length > 0);
  }
});

test('contract, Task fields: description, dates, items and custom properties are optional', async () => {
  const input = taskBody();
  expectSuccess(await integration.create(input));
  assert.deepEqual(await readTask(integration, input.externalId), { ...input, state: 'Assigned' });
});

test('contract, Task rule 1: a newly created task is published', async () => {
  const tokenBefore = await readLatestToken(integration);
  const input = taskBody();
  expectSuccess(await integration.create(input));
  const { rows } = await readChangesSince(integration, tokenBefore);
  assert.equal(findNewestChange(rows, input.externalId).isPublished, true);
});

test('contract, States 1: a newly created task is Assigned', async () => {
  const input = taskBody();
  expectSuccess(await integration.create(input));
  assert.equal((await readTask(integration, input.externalId)).state, 'Assigned');
});

test('contract, Task workbookName: a workbook is found by its name or by its title', async () => {
  for (const workbookName of [workbooks.form.name, workbooks.form.title]) {
    expectSuccess(await integration.create(taskBody({ workbookName })));
  }
});

test('contract, Task assignedUserName: the assignee can be specified by email address instead of user name', async () => {
  const input = taskBody({ assignedUserName: getEmail(people.inspector) });
  expectSuccess(await integration.create(input));
  assert.equal((await readTask(integration, input.externalId)).state, 'Assigned');
});

test('contract, Limits, uniqueness; T5: a second create request with the same externalId is rejected and changes nothing', async () => {
  const input = taskBody({ Remark: 'first' });
  expectSuccess(await integration.create(input));
  expectErrorNaming(
    await integration.create({ ...input, title: 'Another title', Remark: 'second' }),
    input.externalId,
  );
  assert.deepEqual(await readTask(integration, input.externalId), { ...input, state: 'Assigned' });
});

test('T5: of twenty concurrent requests to create a task with the same externalId, exactly one succeeds', async () => {
  const externalId = createExternalId();
  const titles = Array.from({ length: 20 }, (_, index) => `Attempt ${index}`);
  const responses = await Promise.all(
    titles.map((title) => integration.create(taskBody({ externalId, title }))),
  );
  const successfulTitles = titles.filter((_, index) => responses[index]!.body.success);
  assert.equal(successfulTitles.length, 1);
  for (const response of responses.filter(({ body }) => !body.success))
    expectErrorNaming(response, externalId);
  assert.equal((await readTask(integration, externalId)).title, successfulTitles[0]);
});

test('T5: externalIds that differ only in letter case belong to different tasks', async () => {
  const lowerCaseId = createExternalId();
  const upperCaseId = lowerCaseId.toUpperCase();
  expectSuccess(await integration.create(taskBody({ externalId: lowerCaseId, title: 'lower' })));
  expectErrorNaming(await integration.read(upperCaseId), upperCaseId);
  expectSuccess(await integration.create(taskBody({ externalId: upperCaseId, title: 'upper' })));
  assert.equal((await readTask(integration, lowerCaseId)).title, 'lower');
  assert.equal((await readTask(integration, upperCaseId)).title, 'upper');
});

test('T5: once a task has been deleted, its externalId can be used for a new task, which gets a new ID', async () => {
  const tokenBefore = await readLatestToken(integration);
  const input = taskBody();
  expectSuccess(await integration.create(input));
  const first = findNewestChange((await readChangesSince(integration, tokenBefore)).rows, input.externalId);
  expectSuccess(await integration.delete(input.externalId));
  expectSuccess(await integration.create({ ...input, title: 'Again' }));
  const second = findNewestChange((await readChangesSince(integration, tokenBefore)).rows, input.externalId);
  assert.notEqual(second.id, first.id);
  assert.equal(second.isDeleted, false);
  assert.equal((await readTask(integration, input.externalId)).title, 'Again');
});

test('T5: a create request that is retried with its Idempotency-Key gets the first response again', async () => {
  const input = taskBody();
  const request = { body: input, headers: { 'idempotency-key': randomUUID() } };
  const first = await integration.call('POST', `${TASKS}/post`, request);
  const second = await integration.call('POST', `${TASKS}/post`, request);
  expectSuccess(first);
  assert.equal(second.text, first.text);
  expectErrorNaming(await integration.create(input), input.externalId);
});

test('T5: concurrent create requests with the same Idempotency-Key all succeed', async () => {
  const request = { body: taskBody(), headers: { 'idempotency-key': randomUUID() } };
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => integration.call('POST', `${TASKS}/post`, request)),
  );
  for (const response of responses) expectSuccess(response);
});
