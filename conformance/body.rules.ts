import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#contract/limits.ts';
import { TASKS } from './caller.ts';
import { encodeText, type Row } from './client.ts';
import { expectError, expectErrorNaming, expectSuccess, expectValidationErrors } from './expectations.ts';
import { clients, teams, workbooks } from './organisation.ts';
import { signInAsClient } from './sign-in.ts';
import { createExternalId, taskBody } from './task-body.ts';
import { readTask } from './task-lifecycle.ts';

const integration = await signInAsClient(clients.integration);
const JSON_TYPE = { 'content-type': 'application/json' };

const post = (
  body: Uint8Array | string | ReadableStream | undefined,
  headers: Record<string, string> = JSON_TYPE,
) => integration.call('POST', `${TASKS}/post`, { body, headers });

test('W3: known fields are accepted in any letter case and returned as documented', async () => {
  const { externalId, title, teamName, workbookName, assignedUserName } = taskBody();
  expectSuccess(
    await integration.create({
      ExternalId: externalId,
      TITLE: title,
      teamname: teamName,
      WorkbookName: workbookName,
      assignedusername: assignedUserName,
      DESCRIPTION: 'Mind the gap',
    }),
  );
  const expected = {
    externalId,
    title,
    teamName,
    workbookName,
    assignedUserName,
    description: 'Mind the gap',
    state: 'Assigned',
  };
  assert.deepEqual(await readTask(integration, externalId), expected);
  const read = await integration.call('POST', `${TASKS}/get`, { body: { EXTERNALID: externalId } });
  assert.deepEqual(expectSuccess(read), expected);
  expectSuccess(
    await integration.call('DELETE', `${TASKS}/delete`, { body: { ExternalTaskIds: [externalId] } }),
  );
});

test('W3: if a field occurs in two spellings with different values, a validation error names the field', async () => {
  const input = { ...taskBody(), dueDate: '2026-12-05T16:00:00Z' };
  expectValidationErrors(await integration.create({ ...input, duedate: '2026-12-06T16:00:00Z' }), 'dueDate');
  expectSuccess(await integration.create({ ...input, duedate: input.dueDate }));
});

test('W3: if exactly the same key occurs twice, the last value wins', async () => {
  const { title, ...input } = taskBody();
  expectSuccess(
    await post(encodeText(`{"title":"first","title":"${title}",${JSON.stringify(input).slice(1)}`)),
  );
  assert.equal((await readTask(integration, input.externalId)).title, title);
});

test('W11: malformed JSON, a missing body, or a body that is not an object returns a validation error for "input"', async () => {
  for (const text of [
    '{',
    '{"externalId":}',
    'externalId=5',
    '',
    '   ',
    '[]',
    '"text"',
    '5',
    'true',
    'null',
  ]) {
    expectValidationErrors(await post(encodeText(text)), 'input');
  }
  for (const [method, path] of [
    ['POST', 'post'],
    ['POST', 'get'],
    ['PUT', 'put'],
    ['DELETE', 'delete'],
    ['POST', 'cancel'],
    ['POST', 'restart'],
  ] as const) {
    expectValidationErrors(await integration.call(method, `${TASKS}/${path}`), 'input');
    expectValidationErrors(
      await integration.call(method, `${TASKS}/${path}`, { headers: JSON_TYPE }),
      'input',
    );
  }
});

test('W11: a chunked body without Content-Length is accepted', async () => {
  const input = taskBody();
  const chunks = JSON.stringify(input).match(/.{1,20}/gs)!;
  expectSuccess(await post(ReadableStream.from(chunks.map(encodeText)) as ReadableStream));
  assert.equal((await readTask(integration, input.externalId)).title, input.title);
});

test('W15: a body of 4 MiB is accepted; a request with a larger one gets 413, in the response envelope', async () => {
  expectError(await post(encodeText(JSON.stringify({ externalId: createExternalId() }).padEnd(limits.body))));
  const { status, body } = await post(
    encodeText(JSON.stringify({ externalId: createExternalId() }).padEnd(limits.body + 1)),
  );
  assert.deepEqual([status, body.success, body.result, body.unAuthorizedRequest], [413, false, null, false]);
  assert.ok(body.error!.message.includes(String(limits.body)), body.error!.message);
});

test('W15: a request whose Content-Type is not JSON gets 415, in the response envelope', async () => {
  const text = encodeText(JSON.stringify(taskBody()));
  for (const type of [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ]) {
    const { status, body } = await post(text, { 'content-type': type });
    assert.equal(status, 415, type);
    assert.deepEqual([body.success, body.result], [false, null]);
  }
  expectSuccess(await post(text, { 'content-type': 'Application/JSON; Charset=UTF-8' }));
});

test('W15: names, titles and external IDs have 1 to 256 characters; if one is longer, the error names the field and the limit', async () => {
  const longestText = 'é'.repeat(limits.name);
  const externalId = createExternalId().padEnd(limits.name, 'é');
  expectSuccess(await integration.create(taskBody({ externalId, title: longestText })));
  assert.equal((await readTask(integration, externalId)).title, longestText);
  for (const field of ['externalId', 'title', 'teamName', 'workbookName', 'assignedUserName']) {
    const { details } = expectValidationErrors(
      await integration.create(taskBody({ [field]: `${longestText}é` })),
      field,
    );
    assert.ok(details!.includes(String(limits.name)), details!);
    expectValidationErrors(await integration.create(taskBody({ [field]: '' })), field);
  }
  expectErrorNaming(await integration.read(longestText), longestText);
  expectValidationErrors(await integration.read(`${longestText}é`), 'externalId');
});

test('W15: a description can have up to 32,768 characters', async () => {
  const longestText = 'x'.repeat(limits.description);
  const input = taskBody({ description: longestText });
  expectSuccess(await integration.create(input));
  assert.equal((await readTask(integration, input.externalId)).description, longestText);
  expectValidationErrors(
    await integration.create(taskBody({ description: `${longestText}x` })),
    'description',
  );
});

test('W15: a body with too many levels of nesting or too many values returns a validation error', async () => {
  for (const text of [
    '['.repeat(200_000),
    `{"a":`.repeat(100_000),
    `[${'1,'.repeat(500_000)}1]`,
    `{"a":[${'[],'.repeat(500_000)}[]]}`,
  ]) {
    expectValidationErrors(await post(encodeText(text)), 'input');
  }
});

test('W16: text with U+0000 or an unpaired surrogate returns a validation error that names the field', async () => {
  for (const escapeSequence of ['\\u0000', '\\ud800', '\\udc00x']) {
    for (const field of ['externalId', 'title', 'description']) {
      const text = JSON.stringify(taskBody({ [field]: '@' })).replace('"@"', `"a${escapeSequence}"`);
      expectValidationErrors(await post(encodeText(text)), field);
    }
    const read = encodeText(`{"externalId":"${escapeSequence}"}`);
    expectValidationErrors(
      await integration.call('POST', `${TASKS}/get`, { body: read, headers: JSON_TYPE }),
      'externalId',
    );
  }
});

test('W16: a body that is not valid UTF-8 returns a validation error, and nothing is stored', async () => {
  const externalId = createExternalId();
  const bytes = encodeText(JSON.stringify(taskBody({ externalId, title: '@@' })));
  bytes.set([0xff, 0xfe], bytes.indexOf(0x40));
  expectValidationErrors(await post(bytes), 'input');
  expectErrorNaming(await integration.read(externalId), externalId);
});

test('W16: special characters, such as quotes, control characters and emoji, are stored and returned unchanged', async () => {
  const text = 'Übergröße "Käse" \\ / \u0001\n\t 😀 \u202e ￿ <script>';
  const input = taskBody({ title: text, description: text, Remark: text });
  expectSuccess(await integration.create(input));
  const task: Row = await readTask(integration, input.externalId);
  for (const field of ['title', 'description', 'Remark']) assert.equal(task[field], text);
});

test('W12: an array or an object in a string field returns a validation error', async () => {
  expectValidationErrors(
    await integration.create(
      taskBody({ teamName: [teams.north], workbookName: { name: workbooks.form.name } }),
    ),
    'teamName',
    'workbookName',
  );
});
