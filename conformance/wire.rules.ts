import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APP, TASKS } from './caller.ts';
import { readChangePage, START_TOKEN } from './change-reader.ts';
import { encodeText, type Row, send } from './client.ts';
import {
  expectError,
  expectErrorNaming,
  expectList,
  expectSuccess,
  expectValidationErrors,
} from './expectations.ts';
import { clients, teams } from './organisation.ts';
import { createClientForm, FORM_TYPE, requestToken, signInAsClient } from './sign-in.ts';
import { createExternalId, taskBody } from './task-body.ts';

const integration = await signInAsClient(clients.integration);

const ENVELOPE_PROPERTIES = ['success', 'result', 'error', 'unAuthorizedRequest'];
const FEED_ENVELOPE_PROPERTIES = ['result', 'targetUrl', 'success', 'error', 'unAuthorizedRequest', '__abp'];

const findTeam = async (title: string) =>
  expectList(await integration.listTeams()).find((team) => team.title === title)!;

/** Reads every list in the contract except the feed. */
const readLists = async () => {
  const { id } = await findTeam(teams.north);
  const { groups } = expectSuccess(await integration.listGroups(String(id)));
  return [
    await integration.listTasks(),
    await integration.listTeams(),
    await integration.listMembers(Number((groups as Row[])[0]!.groupId)),
    await integration.listTeamWorkbooks(String(id)),
    await integration.listWorkbooks(),
  ];
};

test('W1: paths are accepted in any letter case', async () => {
  for (const path of ['externalTask/GetAll', 'EXTERNALTASK/GETALL', 'externaltask/getall']) {
    expectList(await integration.call('GET', `/API/Services/custom/${path}`));
  }
  expectList(await integration.call('GET', '/api/services/APP/workarea/get'));
  const form = new URLSearchParams(createClientForm(clients.integration)).toString();
  const { status } = await send<Row>('POST', '/Token', {
    body: form,
    headers: { 'content-type': FORM_TYPE },
  });
  assert.equal(status, 200);
});

test('W1: a trailing slash is accepted', async () => {
  expectList(await integration.call('GET', `${TASKS}/getall/`));
  expectSuccess(await integration.call('POST', `${TASKS}/post/`, { body: taskBody() }));
});

test('W2: names of query parameters are accepted in any letter case', async () => {
  const team = String((await findTeam(teams.north)).id);
  for (const name of ['workAreaId', 'workareaid', 'WORKAREAID']) {
    expectList(await integration.call('GET', `${APP}/workbook/GetAssociatedWorkbooks?${name}=${team}`));
  }
  const page = await readChangePage(integration, START_TOKEN);
  for (const name of ['changetoken', 'ChangeToken']) {
    const response = await integration.call('GET', `${TASKS}/GetChanges?${name}=${page.nextChangeToken}`);
    assert.deepEqual(
      expectSuccess(response).results,
      (await readChangePage(integration, page.nextChangeToken)).results,
    );
  }
  const { groups } = expectSuccess(await integration.listGroups(team));
  expectList(
    await integration.call('GET', `${APP}/groups/GetMembers?GROUPID=${(groups as Row[])[0]!.groupId}`),
  );
});

test('contract, Envelope; W4: every response from the task, team and workbook services is the response envelope, with its properties in the documented order and null values included', async () => {
  const success = await integration.create(taskBody());
  const failure = await integration.create({});
  for (const { body } of [success, failure, ...(await readLists())])
    assert.deepEqual(Object.keys(body), ENVELOPE_PROPERTIES);
  assert.equal(success.text, '{"success":true,"result":null,"error":null,"unAuthorizedRequest":false}');
  assert.ok(failure.text.startsWith('{"success":false,"result":null,"error":{"code":0,'));
});

test('contract, Envelope; W4: the change feed adds targetUrl and __abp to the response envelope, and orders its properties differently', async () => {
  const responses = [
    await integration.readChanges({ changeToken: START_TOKEN }),
    await integration.readChanges({ changeToken: 'x' }),
    await send('GET', `${TASKS}/GetChanges`),
  ];
  for (const { body } of responses) {
    assert.deepEqual(Object.keys(body), FEED_ENVELOPE_PROPERTIES);
    const { targetUrl, __abp } = body as unknown as Row;
    assert.deepEqual([targetUrl, __abp], [null, true]);
  }
});

test('W4: responses are JSON in UTF-8 and must not be cached', async () => {
  for (const { headers } of [
    ...(await readLists()),
    await integration.create({}),
    await send('GET', `${TASKS}/getall`),
  ]) {
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(headers.get('cache-control'), 'no-store');
  }
});

test('W5: lists are returned in the response envelope, as results followed by __count', async () => {
  for (const response of await readLists()) {
    expectList(response);
    assert.deepEqual(Object.keys(response.body.result), ['results', '__count']);
  }
});

test('contract, Formats 2: attribute names in responses start with a lowercase letter', async () => {
  const listPropertyNames = (value: unknown): string[] =>
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([name, inner]) => [
          ...(Array.isArray(value) ? [] : [name]),
          ...listPropertyNames(inner),
        ]);
  const [, ...withoutCustomProperties] = await readLists();
  const responses = [...withoutCustomProperties, await integration.readChanges({ changeToken: START_TOKEN })];
  for (const name of responses.flatMap(({ body }) => listPropertyNames(body))) {
    assert.match(name, /^(?:[a-z]|__count$|__abp$)/);
  }
});

test('contract, Errors 1; W8: an invalid or failing request with a valid token gets 200 with success false', async () => {
  const externalId = createExternalId();
  expectErrorNaming(await integration.read(externalId), externalId);
  expectError(await integration.create({}));
  expectError(await integration.cancel(externalId));
  expectError(await integration.listGroups('x'));
  expectError(await integration.listMembers('x'));
  expectError(await integration.listTeamWorkbooks('x'));
  expectError(await integration.readChanges({ changeToken: 'x' }));
});

test('contract, Error object; W9: the error for an invalid request has a general message, details with one line per error, and one validation error per field', async () => {
  const { code, message, details, validationErrors } = expectValidationErrors(
    await integration.create({ ...taskBody(), title: '', dueDate: 'soon' }),
    'title',
    'dueDate',
  );
  assert.equal(code, 0);
  assert.equal(message, 'Your request is not valid!');
  assert.ok(details!.startsWith('The following errors were detected during validation.\r\n - '), details!);
  for (const { code: errorCode, message: errorMessage } of validationErrors!) {
    assert.equal(errorCode, 0);
    assert.ok(errorMessage.length > 0);
  }
});

test('contract, Errors 1; W10: an error that is not about the format of the request has only a message, which contains the invalid value', async () => {
  expectErrorNaming(
    await integration.create(taskBody({ workbookName: 'No such workbook' })),
    'No such workbook',
  );
  expectErrorNaming(await integration.create(taskBody({ teamName: 'No such team' })), 'No such team');
});

test('contract, Errors 7; W9: error.code is the number 0', async () => {
  for (const response of [await integration.create({}), await integration.read(createExternalId())]) {
    assert.equal(expectError(response).code, 0);
  }
});

test('W13: malformed requests cause no internal errors and reveal no server internals', async () => {
  const json = { 'content-type': 'application/json' };
  const malformed = [
    '"x',
    '{"externalId":"\\ud800"}',
    '[[[[',
    '{"externalId":{"$gt":""}}',
    '{"externalId":"\' or 1=1 --"}',
    '\0',
  ];
  for (const text of malformed) {
    const { status, text: response } = await integration.call('POST', `${TASKS}/get`, {
      body: encodeText(text),
      headers: json,
    });
    assert.equal(status, 200, text);
    assert.doesNotMatch(response, /node:|\.ts:\d|\bat \S+ \(|\bselect |syntax error at/i);
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

test('W14: a request to an unknown path gets 404, and one with the wrong method gets 405 with Allow; both responses are JSON', async () => {
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

test('W17: forwarded headers from an unknown client are ignored', async () => {
  const forged = { 'x-forwarded-host': 'forged.example', 'x-forwarded-proto': 'ftp' };
  const response = await integration.call('GET', `${TASKS}/GetChanges`, { headers: forged });
  assert.ok(!response.text.includes('forged.example'));
  assert.equal(expectSuccess(response).nextLink, (await readChangePage(integration)).nextLink);
});

test('W18: requests with a token are not rate-limited', async () => {
  const requests = Array.from({ length: 300 }, () => integration.read(createExternalId()));
  for (const { status } of await Promise.all(requests)) assert.equal(status, 200);
});

test('W8: an invalid request to the token endpoint gets 400', async () => {
  assert.equal((await requestToken({ grant_type: 'unknown' })).status, 400);
});
