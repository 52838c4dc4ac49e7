import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APP, TASKS } from './caller.ts';
import { clients } from './organisation.ts';
import { notValid, refuses } from './own-tasks.ts';
import { asClient } from './sign-in.ts';
import { refused } from './verdicts.ts';

const integration = await asClient(clients.integration);
/** The same questions of both lists. */
const lists = [`${TASKS}/getall`, `${APP}/workbook/GetWorkbooks`].map(
  (path) => (options: string) => integration.call('GET', `${path}?${options}`),
);

test('O11: a bad option answers 200 with success false, in the general words and then the reason with its position', async () => {
  for (const list of lists) {
    for (const [option, position] of Object.entries({
      "$filter=Titel eq 'x'": 0,
      "$filter=Title eq 'x' and Titel eq 'x'": 17,
      // Counted in the decoded text.
      "$filter=Title eq 'ä%20' and Titel eq 'x'": 18,
      // In characters, of which an emoji is one.
      "$filter='😀' eq 'x' and Titel eq 'x'": 15,
      '$orderby=length(concat(Title,%27😀%27)),Titel': 26,
      '$filter=Title eq 1': 6,
      '$orderby=Title,Titel': 6,
      '$select=Title,Titel': 6,
    })) {
      const { message } = refused(await list(option.replaceAll(' ', '+')));
      const start = `The query specified in the URI is not valid. ${option.slice(0, option.indexOf('='))}, `;
      assert.ok(message.startsWith(`${start}position ${position}: `), `${option}: ${message}`);
    }
  }
});

test('O11: a name that is nearly right is offered', async () => {
  notValid(await integration.tasks({ $filter: "ExternalID eq 'x'" }), 'ExternalId');
  notValid(await integration.tasks({ $orderby: 'LastModifcationTime' }), 'LastModificationTime');
  notValid(await integration.workbooks({ $filter: 'Ispublished' }), 'IsPublished');
});

test('O8; O11: of custom properties a refusal speaks where there are any', async () => {
  const options = { $filter: "Titel eq 'x'" };
  assert.match(notValid(await integration.tasks(options), 'Title?'), /custom properties/i);
  assert.doesNotMatch(notValid(await integration.workbooks(options), 'Title?'), /custom/i);
});

test('O3; O11: a refusal never offers a literal that would be refused itself', async () => {
  await refuses(integration, {
    "DueDate lt 'yesterday'": "is written datetime'2",
    "DueDate lt '2026-02-30'": "is written datetime'2026-11",
    'DueDate lt 2026-11-21T': "is written datetime'2026-11-21T08:00:00Z'",
    'DueDate lt datetime2026-12-01': "is written datetime'2026-12-01'",
    "Id eq 'abc'": "is written guid'6",
    "WorkbookVersionCode eq 'two'": 'is written 12',
    "IsPublished eq 'yes'": 'true or false',
    "duration'1 hour' eq null": "is written time'PT",
  });
});

test('O3; O11: a text without quotes is told that it needs them', async () => {
  await refuses(integration, {
    'State eq Active': "in quotes: 'Active'",
    'tolower(Title) eq rail': "in quotes: 'rail'",
  });
});
