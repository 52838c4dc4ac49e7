import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { limits } from '#contract/limits.ts';
import type { Caller } from './caller.ts';
import { changeOf, changesSince, latestToken } from './change-reader.ts';
import type { Row } from './client.ts';
import { expectErrorNaming, expectSuccess, expectValidationErrors } from './expectations.ts';
import { bridges, clients, extinguisher, people, teams, workbooks } from './organisation.ts';
import { asClient, asPerson } from './sign-in.ts';
import { taskDraft, unknownName } from './task-draft.ts';
import { activeTask, readTask } from './task-lifecycle.ts';

const integration = await asClient(clients.integration);
const inspector = await asPerson(people.inspector);

const createWith = (workbookName: string, changes: Row = {}) =>
  integration.create(taskDraft({ workbookName, ...changes }));
const createOf = (...itemsToInspect: string[]) => createWith(workbooks.bridgeForm.name, { itemsToInspect });

/** Creates a task and returns its entry in the feed. */
const createdRow = async (caller: Caller, changes: Row): Promise<Row> => {
  const before = await latestToken(caller);
  const draft = taskDraft(changes);
  expectSuccess(await caller.create(draft));
  return changeOf((await changesSince(caller, before)).rows, draft.externalId);
};

test('T8; contract, Flags: a task gets the newest published version of its workbook', async () => {
  const row = await createdRow(integration, { workbookName: workbooks.form.name });
  assert.equal(row.workbookVersionCode, workbooks.form.newestPublished);
  assert.equal(row.workbookTitle, workbooks.form.title);
});

test('T8: a task never gets a deleted version, however new it is', async () => {
  const row = await createdRow(integration, {
    workbookName: workbooks.elsewhere.name,
    teamName: teams.south,
    assignedUserName: people.outsider,
  });
  assert.equal(row.workbookVersionCode, workbooks.elsewhere.newestPublished);
});

test('T8: workbook names and titles are found in any letter case', async () => {
  expectSuccess(await createWith(workbooks.form.name.toUpperCase()));
  expectSuccess(await createWith(workbooks.form.title.toUpperCase()));
});

test("T8: a name takes precedence over another workbook's title", async () => {
  const row = await createdRow(integration, { workbookName: workbooks.namesake.title });
  assert.equal(row.workbookTitle, workbooks.form.title);
  const namesake = await createdRow(integration, { workbookName: workbooks.namesake.name });
  assert.equal(namesake.workbookVersionCode, workbooks.namesake.newestPublished);
});

test("T8; contract, Errors 1: unknown, unpublished, ambiguous and other teams' workbooks are rejected, each with its own reason", async () => {
  const reasons = [];
  for (const name of [unknownName(), workbooks.draft.name, workbooks.elsewhere.name, workbooks.sameTitle]) {
    reasons.push(expectErrorNaming(await createWith(name), name).replace(name, ''));
  }
  assert.equal(new Set(reasons).size, reasons.length, reasons.join('\n'));
});

test('T8: an edit looks up the workbook again', async () => {
  const draft = taskDraft();
  expectSuccess(await integration.create(draft));
  const before = await latestToken(integration);
  expectSuccess(await integration.edit({ ...draft, workbookName: workbooks.namesake.name }));
  const row = changeOf((await changesSince(integration, before)).rows, draft.externalId);
  assert.equal(row.workbookVersionCode, workbooks.namesake.newestPublished);
  expectErrorNaming(
    await integration.edit({ ...draft, workbookName: workbooks.draft.name }),
    workbooks.draft.name,
  );
});

test('W10: the error for a misspelled workbook name suggests the nearest one', async () => {
  const message = expectErrorNaming(await createWith('ConformanceDraftt'), 'ConformanceDraftt');
  assert.ok(message.includes(`'${workbooks.draft.name}'`), message);
});

test('contract, Task itemsToInspect; T9: items can be sent by external id and are returned as sent', async () => {
  const draft = taskDraft({ workbookName: workbooks.bridgeForm.name, itemsToInspect: [...bridges] });
  expectSuccess(await integration.create(draft));
  assert.deepEqual((await readTask(integration, draft.externalId)).itemsToInspect, [...bridges]);
});

test('contract, Task itemsToInspect; T9: items can also be sent by internal id', async () => {
  const { inspectionId } = await activeTask(
    { integration, inspector },
    { workbookName: workbooks.bridgeForm.name, itemsToInspect: [bridges[0]] },
  );
  const { body } = await inspector.v1('GET', `/inspections/${inspectionId}`);
  const itemId = String((body.items as Row[])[0]!.itemId);

  const draft = taskDraft({ workbookName: workbooks.bridgeForm.name, itemsToInspect: [itemId] });
  expectSuccess(await integration.create(draft));
  assert.deepEqual((await readTask(integration, draft.externalId)).itemsToInspect, [itemId]);
});

test('T9: an item that is sent twice counts once', async () => {
  const draft = taskDraft({
    workbookName: workbooks.bridgeForm.name,
    itemsToInspect: [bridges[1], bridges[0], bridges[1]],
  });
  expectSuccess(await integration.create(draft));
  assert.deepEqual((await readTask(integration, draft.externalId)).itemsToInspect, [bridges[1], bridges[0]]);
});

test('T9: an unknown item, or one of another content type, is an error that names it', async () => {
  const [unknownId, unknownExternalId] = [randomUUID(), unknownName()];
  expectErrorNaming(await createOf(bridges[0], unknownExternalId), unknownExternalId);
  expectErrorNaming(await createOf(unknownId), unknownId);
  expectErrorNaming(await createOf(extinguisher), extinguisher);
});

test('T9: items are rejected if the workbook has no content type', async () => {
  expectErrorNaming(
    await createWith(workbooks.form.name, { itemsToInspect: [bridges[0]] }),
    'itemsToInspect',
  );
});

test('W15: a task has at most 1,000 items, with ids of 1 to 256 characters', async () => {
  const tooMany = Array.from({ length: limits.itemsToInspect + 1 }, (_, index) => `CF-${index}`);
  expectValidationErrors(await createOf(...tooMany), 'itemsToInspect');
  expectValidationErrors(await createOf(bridges[0], 'x'.repeat(limits.name + 1)), 'itemsToInspect[1]');
});

test('T8: the team of the task must have the workbook', async () => {
  const draft = { teamName: teams.south, assignedUserName: people.outsider };
  expectSuccess(await createWith(workbooks.elsewhere.name, draft));
  expectErrorNaming(
    await createWith(workbooks.bridgeForm.name, draft),
    workbooks.bridgeForm.name,
    teams.south,
  );
});
