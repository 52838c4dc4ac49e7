import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APP, TASKS } from './caller.ts';
import { changePage, START_TOKEN } from './change-reader.ts';
import { bytesOf, type Row, send } from './client.ts';
import { clients, teams } from './organisation.ts';
import { asClient, clientForm, FORM, requestToken } from './sign-in.ts';
import { newExternalId, taskDraft } from './task-draft.ts';
import { invalid, listed, refused, refusedFor, succeeded } from './verdicts.ts';

const integration = await asClient(clients.integration);

const ENVELOPE = ['success', 'result', 'error', 'unAuthorizedRequest'];
const FEED_ENVELOPE = ['result', 'targetUrl', 'success', 'error', 'unAuthorizedRequest', '__abp'];

const teamNamed = async (title: string) =>
  listed(await integration.teams()).find((team) => team.title === title)!;

/** Every list of the contract beside the feed. */
const lists = async () => {
  const { id } = await teamNamed(teams.north);
  const { groups } = succeeded(await integration.groups(String(id)));
  return [
    await integration.tasks(),
    await integration.teams(),
    await integration.members(Number((groups as Row[])[0]!.groupId)),
    await integration.workbooksOf(String(id)),
    await integration.workbooks(),
  ];
};

test('W1: paths are found in any letter case', async () => {
  for (const path of ['externalTask/GetAll', 'EXTERNALTASK/GETALL', 'externaltask/getall']) {
    listed(await integration.call('GET', `/API/Services/custom/${path}`));
  }
  listed(await integration.call('GET', '/api/services/APP/workarea/get'));
  const form = new URLSearchParams(clientForm(clients.integration)).toString();
  const { status } = await send<Row>('POST', '/Token', { body: form, headers: { 'content-type': FORM } });
  assert.equal(status, 200);
});

test('W1: a trailing slash is accepted', async () => {
  listed(await integration.call('GET', `${TASKS}/getall/`));
  succeeded(await integration.call('POST', `${TASKS}/post/`, { body: taskDraft() }));
});

test('W2: names of query parameters are found in any letter case', async () => {
  const team = String((await teamNamed(teams.north)).id);
  for (const name of ['workAreaId', 'workareaid', 'WORKAREAID']) {
    listed(await integration.call('GET', `${APP}/workbook/GetAssociatedWorkbooks?${name}=${team}`));
  }
  const page = await changePage(integration, START_TOKEN);
  for (const name of ['changetoken', 'ChangeToken']) {
    const answer = await integration.call('GET', `${TASKS}/GetChanges?${name}=${page.nextChangeToken}`);
    assert.deepEqual(
      succeeded(answer).results,
      (await changePage(integration, page.nextChangeToken)).results,
    );
  }
  const { groups } = succeeded(await integration.groups(team));
  listed(await integration.call('GET', `${APP}/groups/GetMembers?GROUPID=${(groups as Row[])[0]!.groupId}`));
});

test('contract, Envelope; W4: every answer of the task, team and workbook services is the envelope, its members in order and nulls written', async () => {
  const success = await integration.create(taskDraft());
  const failure = await integration.create({});
  for (const { body } of [success, failure, ...(await lists())])
    assert.deepEqual(Object.keys(body), ENVELOPE);
  assert.equal(success.text, '{"success":true,"result":null,"error":null,"unAuthorizedRequest":false}');
  assert.ok(failure.text.startsWith('{"success":false,"result":null,"error":{"code":0,'));
});

test('contract, Envelope; W4: the change feed adds targetUrl and __abp, in an order of its own', async () => {
  const answers = [
    await integration.changes({ changeToken: START_TOKEN }),
    await integration.changes({ changeToken: 'x' }),
    await send('GET', `${TASKS}/GetChanges`),
  ];
  for (const { body } of answers) {
    assert.deepEqual(Object.keys(body), FEED_ENVELOPE);
    const { targetUrl, __abp } = body as unknown as Row;
    assert.deepEqual([targetUrl, __abp], [null, true]);
  }
});

test('W4: answers are JSON in UTF-8 and kept by nobody', async () => {
  for (const { headers } of [
    ...(await lists()),
    await integration.create({}),
    await send('GET', `${TASKS}/getall`),
  ]) {
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(headers.get('cache-control'), 'no-store');
  }
});

test('W5: lists come in the envelope as results and then __count', async () => {
  for (const answer of await lists()) {
    listed(answer);
    assert.deepEqual(Object.keys(answer.body.result), ['results', '__count']);
  }
});

test('contract, Formats 2: attribute names of the answers start with a lowercase letter', async () => {
  const names = (value: unknown): string[] =>
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([name, inner]) => [
          ...(Array.isArray(value) ? [] : [name]),
          ...names(inner),
        ]);
  const [, ...withoutCustomProperties] = await lists();
  const answers = [...withoutCustomProperties, await integration.changes({ changeToken: START_TOKEN })];
  for (const name of answers.flatMap(({ body }) => names(body))) {
    assert.match(name, /^(?:[a-z]|__count$|__abp$)/);
  }
});

test('contract, Errors 1; W8: an invalid or failing request of a signed-in caller answers 200 with success false', async () => {
  const externalId = newExternalId();
  refusedFor(await integration.read(externalId), externalId);
  refused(await integration.create({}));
  refused(await integration.cancel(externalId));
  refused(await integration.groups('x'));
  refused(await integration.members('x'));
  refused(await integration.workbooksOf('x'));
  refused(await integration.changes({ changeToken: 'x' }));
});

test('contract, Error object; W9: an invalid request is told in a general message, in details line by line, and field by field', async () => {
  const { code, message, details, validationErrors } = invalid(
    await integration.create({ ...taskDraft(), title: '', dueDate: 'soon' }),
    'title',
    'dueDate',
  );
  assert.equal(code, 0);
  assert.equal(message, 'Your request is not valid!');
  assert.ok(details!.startsWith('The following errors were detected during validation.\r\n - '), details!);
  for (const { code: each, message: why } of validationErrors!) {
    assert.equal(each, 0);
    assert.ok(why.length > 0);
  }
});

test('contract, Errors 1; W10: a fact of the world is told in the message alone, which names the given value', async () => {
  refusedFor(await integration.create(taskDraft({ workbookName: 'No such workbook' })), 'No such workbook');
  refusedFor(await integration.create(taskDraft({ teamName: 'No such team' })), 'No such team');
});

test('contract, Errors 7; W9: error.code is a number, 0', async () => {
  for (const answer of [await integration.create({}), await integration.read(newExternalId())]) {
    assert.equal(refused(answer).code, 0);
  }
});

test('W13: no odd request makes an internal fault, or an answer that tells how the server is made', async () => {
  const json = { 'content-type': 'application/json' };
  const odd = [
    '"x',
    '{"externalId":"\\ud800"}',
    '[[[[',
    '{"externalId":{"$gt":""}}',
    '{"externalId":"\' or 1=1 --"}',
    '\0',
  ];
  for (const text of odd) {
    const { status, text: answer } = await integration.call('POST', `${TASKS}/get`, {
      body: bytesOf(text),
      headers: json,
    });
    assert.equal(status, 200, text);
    assert.doesNotMatch(answer, /node:|\.ts:\d|\bat \S+ \(|\bselect |syntax error at/i);
  }
  for (const query of [
    'changeToken=%00',
    'changeToken=%F0%28',
    'changeToken=%ZZ',
    `changeToken=${"'".repeat(500)}`,
  ]) {
    const { status } = await integration.call('GET', `${TASKS}/GetChanges?${query}`);
    assert.ok(status < 500, query);
  }
});

test('W14: an unknown path is 404, a wrong verb 405 with Allow, both in JSON', async () => {
  for (const path of ['/api/services/custom/externaltask/nothing', '/nothing', `${APP}/workArea/Put`]) {
    const { status, headers } = await integration.call('GET', path);
    assert.equal(status, 404, path);
    assert.match(String(headers.get('content-type')), /^application\/(problem\+)?json/);
  }
  for (const [method, path, allowed] of [
    ['GET', `${TASKS}/post`, 'POST'],
    ['POST', `${TASKS}/getall`, 'GET'],
    ['POST', `${TASKS}/delete`, 'DELETE'],
    ['POST', `${TASKS}/put`, 'PUT'],
    ['POST', `${APP}/workArea/Get`, 'GET'],
    ['GET', '/token', 'POST'],
  ] as const) {
    const { status, headers } = await integration.call(method, path);
    assert.equal(status, 405, path);
    assert.ok(headers.get('allow')?.split(', ').includes(allowed), `${path}: ${headers.get('allow')}`);
    assert.match(String(headers.get('content-type')), /^application\/(problem\+)?json/);
  }
});

test('W17: an address that a stranger claims for the server is not believed', async () => {
  const forged = { 'x-forwarded-host': 'elsewhere.example', 'x-forwarded-proto': 'ftp' };
  const answer = await integration.call('GET', `${TASKS}/GetChanges`, { headers: forged });
  assert.ok(!answer.text.includes('elsewhere.example'));
  assert.equal(succeeded(answer).nextLink, (await changePage(integration)).nextLink);
});

test('W18: the calls of a signed-in caller are not limited', async () => {
  const calls = Array.from({ length: 300 }, () => integration.read(newExternalId()));
  for (const { status } of await Promise.all(calls)) assert.equal(status, 200);
});

test('W8: a token request is no service call: it fails with 400', async () => {
  assert.equal((await requestToken({ grant_type: 'unknown' })).status, 400);
});
