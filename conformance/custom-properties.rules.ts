import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { limits } from '#contract/limits.ts';
import { READ_ONLY_FIELDS } from '#contract/task.ts';
import { TASKS } from './caller.ts';
import { encodeText } from './client.ts';
import { expectError, expectSuccess, expectValidationErrors } from './expectations.ts';
import { clients } from './organisation.ts';
import { signInAsClient } from './sign-in.ts';
import { taskBody } from './task-body.ts';
import { readTask } from './task-lifecycle.ts';

const integration = await signInAsClient(clients.integration);

/** Creates a task with a property given as JSON text: JSON.stringify would change the numbers. */
const createWithJsonProperty = (property: string) =>
  integration.call('POST', `${TASKS}/post`, {
    body: encodeText(`${JSON.stringify(taskBody()).slice(0, -1)},${property}}`),
    headers: { 'content-type': 'application/json' },
  });

test('contract, Task custom properties; W12: custom properties keep their exact values and JSON types', async () => {
  const properties = {
    Count: 5,
    Text: '5',
    Yes: true,
    No: false,
    Height: 3.25,
    Negative: -0.5,
    Empty: '',
    Date: '2026-12-01T08:00:00.000Z',
  };
  const input = taskBody(properties);
  expectSuccess(await integration.create(input));
  assert.deepEqual(await readTask(integration, input.externalId), { ...input, state: 'Assigned' });
});

test('W12: the largest and smallest safe integers are stored unchanged', async () => {
  const input = taskBody({ Largest: Number.MAX_SAFE_INTEGER, Smallest: Number.MIN_SAFE_INTEGER });
  expectSuccess(await integration.create(input));
  const { Largest, Smallest } = await readTask(integration, input.externalId);
  assert.deepEqual([Largest, Smallest], [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);
});

test('W12: an integer beyond 2^53, or a number too large to represent, is rejected rather than rounded', async () => {
  for (const number of ['9007199254740993', '-9007199254740993', '12345678901234567890', '1e400']) {
    const { details } = expectValidationErrors(await createWithJsonProperty(`"Serial":${number}`), 'Serial');
    assert.ok(details!.includes(number));
  }
});

test('W12: a non-string value in a string field is not converted, but returns a validation error', async () => {
  for (const field of [
    'externalId',
    'title',
    'teamName',
    'workbookName',
    'assignedUserName',
    'description',
    'dueDate',
  ]) {
    for (const value of [5, true, ['x'], {}]) {
      expectValidationErrors(await integration.create(taskBody({ [field]: value })), field);
    }
  }
});

test('T3: a custom property that is null is treated as absent', async () => {
  const input = taskBody({ Remark: null, Stored: 1 });
  expectSuccess(await integration.create(input));
  const task = await readTask(integration, input.externalId);
  assert.ok(!('Remark' in task));
  assert.equal(task.Stored, 1);
});

test('T3: a custom property that is an object or an array returns a validation error that names the property', async () => {
  expectValidationErrors(await integration.create(taskBody({ Nested: { a: 1 } })), 'Nested');
  expectValidationErrors(
    await integration.create(taskBody({ Listed: [1, 2], Fine: 1, Nested: {} })),
    'Listed',
    'Nested',
  );
});

test('T2: state, inspectionId and the other read-only fields are ignored, regardless of letter case', async () => {
  const forgedFields = READ_ONLY_FIELDS.flatMap((name) => [
    [name, 'forged'],
    [name.toUpperCase(), 'forged'],
  ]);
  const input = taskBody();
  expectSuccess(await integration.create({ ...input, ...Object.fromEntries(forgedFields) }));
  assert.deepEqual(await readTask(integration, input.externalId), { ...input, state: 'Assigned' });
});

test('T2: a client can read a task, change it and write it back', async () => {
  const input = taskBody({ description: 'Mind the gap', dueDate: '2026-12-05T16:00:00.000Z', Height: 3.2 });
  expectSuccess(await integration.create(input));
  const task = await readTask(integration, input.externalId);
  expectSuccess(await integration.edit({ ...task, title: 'Changed' }));
  assert.deepEqual(await readTask(integration, input.externalId), { ...task, title: 'Changed' });
});

test('W3: the names of custom properties are case-sensitive', async () => {
  const input = taskBody({ Height: 1, HEIGHT: 2 });
  expectSuccess(await integration.create(input));
  const { Height, HEIGHT } = await readTask(integration, input.externalId);
  assert.deepEqual([Height, HEIGHT], [1, 2]);
});

test('W15: a task can have up to 200 custom properties, with names of up to 128 characters and text of up to 4,000', async () => {
  const createProperties = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`P${index}`, index]));
  expectSuccess(await integration.create(taskBody(createProperties(limits.customProperties))));
  const { details } = expectError(
    await integration.create(taskBody(createProperties(limits.customProperties + 1))),
  );
  assert.ok(details!.includes(String(limits.customProperties)));

  const name = 'N'.repeat(limits.customPropertyName);
  expectSuccess(await integration.create(taskBody({ [name]: 'x'.repeat(limits.customPropertyText) })));
  const nameError = expectError(await integration.create(taskBody({ [`${name}N`]: 1 })));
  assert.ok(nameError.details!.includes(String(limits.customPropertyName)));
  expectValidationErrors(
    await integration.create(taskBody({ Text: 'x'.repeat(limits.customPropertyText + 1) })),
    'Text',
  );
});

test('W16: a custom property with U+0000 or an unpaired surrogate returns a validation error', async () => {
  expectValidationErrors(await createWithJsonProperty('"Remark":"a\\u0000b"'), 'Remark');
  expectValidationErrors(await createWithJsonProperty('"Remark":"a\\ud800b"'), 'Remark');
});

test('T2: a custom property named like a built-in JavaScript property, such as constructor, does not affect later tasks', async () => {
  for (const name of ['__proto__', 'constructor', 'prototype']) {
    const { status, body } = await createWithJsonProperty(`"${name}":"${randomUUID()}"`);
    assert.equal(status, 200);
    assert.equal(typeof body.success, 'boolean');
  }
  const input = taskBody();
  expectSuccess(await integration.create(input));
  assert.deepEqual(await readTask(integration, input.externalId), { ...input, state: 'Assigned' });
});
