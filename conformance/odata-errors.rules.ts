import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APP, TASKS } from './caller.ts';
import { expectError } from './expectations.ts';
import { clients } from './organisation.ts';
import { signInAsClient } from './sign-in.ts';
import { expectInvalidFilters, expectInvalidQuery } from './test-tasks.ts';

const integration = await signInAsClient(clients.integration);
/** For each of the two lists, a function that requests the list with these options. */
const listRequests = [`${TASKS}/getall`, `${APP}/workbook/GetWorkbooks`].map(
  (path) => (options: string) => integration.call('GET', `${path}?${options}`),
);

test('O11: a request with an invalid option gets 200 with success false, and the message states the option and the position', async () => {
  for (const sendListRequest of listRequests) {
    for (const [option, position] of Object.entries({
      "$filter=Titel eq 'x'": 0,
      "$filter=Title eq 'x' and Titel eq 'x'": 17,
      // Positions are counted in the decoded text.
      "$filter=Title eq 'ä%20' and Titel eq 'x'": 18,
      // Positions are counted in characters, and an emoji is one character.
      "$filter='😀' eq 'x' and Titel eq 'x'": 15,
      '$orderby=length(concat(Title,%27😀%27)),Titel': 26,
      '$filter=Title eq 1': 6,
      '$orderby=Title,Titel': 6,
      '$select=Title,Titel': 6,
    })) {
      const { message } = expectError(await sendListRequest(option.replaceAll(' ', '+')));
      const messageStart = `The query specified in the URI is not valid. ${option.slice(0, option.indexOf('='))}, `;
      assert.ok(message.startsWith(`${messageStart}position ${position}: `), `${option}: ${message}`);
    }
  }
});

test('O11: the error for a misspelled property name suggests the correct one', async () => {
  expectInvalidQuery(await integration.listTasks({ $filter: "ExternalID eq 'x'" }), 'ExternalId');
  expectInvalidQuery(
    await integration.listTasks({ $orderby: 'LastModifcationTime' }),
    'LastModificationTime',
  );
  expectInvalidQuery(await integration.listWorkbooks({ $filter: 'Ispublished' }), 'IsPublished');
});

test('O8; O11: the error for an unknown property name mentions custom properties for tasks, but not for workbooks', async () => {
  const options = { $filter: "Titel eq 'x'" };
  assert.match(expectInvalidQuery(await integration.listTasks(options), 'Title?'), /custom properties/i);
  assert.doesNotMatch(expectInvalidQuery(await integration.listWorkbooks(options), 'Title?'), /custom/i);
});

test('O3; O11: an error never suggests a literal that would itself be rejected', async () => {
  await expectInvalidFilters(integration, {
    "DueDate lt 'yesterday'": "write a DateTime as datetime'2",
    "DueDate lt '2026-02-30'": "write a DateTime as datetime'2026-11",
    'DueDate lt 2026-11-21T': "write dates as datetime'2026-11-21T08:00:00Z'",
    'DueDate lt datetime2026-12-01': "write dates as datetime'2026-12-01'",
    "Id eq 'abc'": "write a Guid as guid'6",
    "WorkbookVersionCode eq 'two'": 'write an Int32 as 12',
    "IsPublished eq 'yes'": 'true or false',
    "duration'1 hour' eq null": "write durations as time'PT",
  });
});

test('O3; O11: the error for a string without quotes shows it in quotes', async () => {
  await expectInvalidFilters(integration, {
    'State eq Active': "in quotes: 'Active'",
    'tolower(Title) eq rail': "in quotes: 'rail'",
  });
});
