import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { TASKS } from './caller.ts';
import { changeOf, changesSince, latestToken } from './change-reader.ts';
import { clients, emailOf, people, workbooks } from './organisation.ts';
import { asClient } from './sign-in.ts';
import { newExternalId, taskDraft, without } from './task-draft.ts';
import { readTask } from './task-life.ts';
import { invalid, refusedFor, succeeded } from './verdicts.ts';

const integration = await asClient(clients.integration);
const REQUIRED = ['externalId', 'title', 'teamName', 'workbookName', 'assignedUserName'];

test('contract, Create task; contract, Errors 2; T14: a complete task is created, with result and error null', async () => {
  const answer = await integration.create(taskDraft());
  assert.equal(succeeded(answer), null);
  assert.equal(answer.body.error, null);
});

test('contract, Task fields: without one of the five required fields nothing is created', async () => {
  for (const field of REQUIRED) {
    const draft = taskDraft();
    invalid(await integration.create(without(draft, field)), field);
    if (field !== 'externalId') refusedFor(await integration.read(draft.externalId), draft.externalId);
  }
});

test('contract, Errors 1; contract, Validation error: each empty required field has a validation error that names it', async () => {
  const { validationErrors } = invalid(
    await integration.create(Object.fromEntries(REQUIRED.map((field) => [field, '']))),
    ...REQUIRED,
  );
  for (const { code, message } of validationErrors!) {
    assert.equal(code, 0);
    assert.ok(message.length > 0);
  }
});

test('contract, Task fields: description, dates, items and custom properties may be absent', async () => {
  const draft = taskDraft();
  succeeded(await integration.create(draft));
  assert.deepEqual(await readTask(integration, draft.externalId), { ...draft, state: 'Assigned' });
});

test('contract, Task rule 1: a created task is published', async () => {
  const before = await latestToken(integration);
  const draft = taskDraft();
  succeeded(await integration.create(draft));
  const { rows } = await changesSince(integration, before);
  assert.equal(changeOf(rows, draft.externalId).isPublished, true);
});

test('contract, States 1: a created task is Assigned at once', async () => {
  const draft = taskDraft();
  succeeded(await integration.create(draft));
  assert.equal((await readTask(integration, draft.externalId)).state, 'Assigned');
});

test('contract, Task workbookName: a workbook is found by its name or by its title', async () => {
  for (const workbookName of [workbooks.form.name, workbooks.form.title]) {
    succeeded(await integration.create(taskDraft({ workbookName })));
  }
});

test('contract, Task assignedUserName: the e-mail address of a person is accepted for their user name', async () => {
  const draft = taskDraft({ assignedUserName: emailOf(people.inspector) });
  succeeded(await integration.create(draft));
  assert.equal((await readTask(integration, draft.externalId)).state, 'Assigned');
});

test('contract, Limits, uniqueness; T5: a second create with the same externalId is refused and changes nothing', async () => {
  const draft = taskDraft({ Remark: 'first' });
  succeeded(await integration.create(draft));
  refusedFor(
    await integration.create({ ...draft, title: 'Another title', Remark: 'second' }),
    draft.externalId,
  );
  assert.deepEqual(await readTask(integration, draft.externalId), { ...draft, state: 'Assigned' });
});

test('T5: of twenty callers who create one externalId at once exactly one succeeds', async () => {
  const externalId = newExternalId();
  const titles = Array.from({ length: 20 }, (_, index) => `Attempt ${index}`);
  const answers = await Promise.all(
    titles.map((title) => integration.create(taskDraft({ externalId, title }))),
  );
  const winners = titles.filter((_, index) => answers[index]!.body.success);
  assert.equal(winners.length, 1);
  for (const answer of answers.filter(({ body }) => !body.success)) refusedFor(answer, externalId);
  assert.equal((await readTask(integration, externalId)).title, winners[0]);
});

test('T5: externalIds that differ by letter case name different tasks', async () => {
  const lower = newExternalId();
  const upper = lower.toUpperCase();
  succeeded(await integration.create(taskDraft({ externalId: lower, title: 'lower' })));
  refusedFor(await integration.read(upper), upper);
  succeeded(await integration.create(taskDraft({ externalId: upper, title: 'upper' })));
  assert.equal((await readTask(integration, lower)).title, 'lower');
  assert.equal((await readTask(integration, upper)).title, 'upper');
});

test('T5: after a deletion the externalId names a new task with a new id', async () => {
  const before = await latestToken(integration);
  const draft = taskDraft();
  succeeded(await integration.create(draft));
  const first = changeOf((await changesSince(integration, before)).rows, draft.externalId);
  succeeded(await integration.delete(draft.externalId));
  succeeded(await integration.create({ ...draft, title: 'Again' }));
  const second = changeOf((await changesSince(integration, before)).rows, draft.externalId);
  assert.notEqual(second.id, first.id);
  assert.equal(second.isDeleted, false);
  assert.equal((await readTask(integration, draft.externalId)).title, 'Again');
});

test('T5: a create repeated with its Idempotency-Key gets the first answer again', async () => {
  const draft = taskDraft();
  const request = { body: draft, headers: { 'idempotency-key': randomUUID() } };
  const first = await integration.call('POST', `${TASKS}/post`, request);
  const second = await integration.call('POST', `${TASKS}/post`, request);
  succeeded(first);
  assert.equal(second.text, first.text);
  refusedFor(await integration.create(draft), draft.externalId);
});

test('T5: creates at once with one Idempotency-Key make one task and all succeed', async () => {
  const request = { body: taskDraft(), headers: { 'idempotency-key': randomUUID() } };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => integration.call('POST', `${TASKS}/post`, request)),
  );
  for (const answer of answers) succeeded(answer);
});
