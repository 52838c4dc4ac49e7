import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { limits } from '#contract/limits.ts';
import type { Caller } from './caller.ts';
import { findNewestChange, readChangesSince, readLatestToken } from './change-reader.ts';
import type { Row } from './client.ts';
import { expectErrorNaming, expectSuccess, expectValidationErrors } from './expectations.ts';
import { bridges, clients, extinguisher, people, teams, workbooks } from './organisation.ts';
import { signInAsClient, signInWithPassword } from './sign-in.ts';
import { createUnknownName, taskBody } from './task-body.ts';
import { createActiveTask, readTask } from './task-lifecycle.ts';

const integration = await signInAsClient(clients.integration);
const inspector = await signInWithPassword(people.inspector);

const createWithWorkbook = (workbookName: string, changes: Row = {}) =>
  integration.create(taskBody({ workbookName, ...changes }));
const createWithItems = (...itemsToInspect: string[]) =>
  createWithWorkbook(workbooks.bridgeForm.name, { itemsToInspect });

const createAndReadEntry = async (caller: Caller, changes: Row): Promise<Row> => {
  const tokenBefore = await readLatestToken(caller);
  const input = taskBody(changes);
  expectSuccess(await caller.create(input));
  return findNewestChange((await readChangesSince(caller, tokenBefore)).rows, input.externalId);
};

test('T8; contract, Flags: a task gets the newest published version of its workbook', async () => {
  const row = await createAndReadEntry(integration, { workbookName: workbooks.form.name });
  assert.equal(row.workbookVersionCode, workbooks.form.newestPublished);
  assert.equal(row.workbookTitle, workbooks.form.title);
});

test('T8: a task never gets a deleted version, however new it is', async () => {
  const row = await createAndReadEntry(integration, {
    workbookName: workbooks.elsewhere.name,
    teamName: teams.south,
    assignedUserName: people.outsider,
  });
  assert.equal(row.workbookVersionCode, workbooks.elsewhere.newestPublished);
});

test('T8: a workbook is found by its name or title, in any letter case', async () => {
  expectSuccess(await createWithWorkbook(workbooks.form.name.toUpperCase()));
  expectSuccess(await createWithWorkbook(workbooks.form.title.toUpperCase()));
});

test("T8: a name takes precedence over another workbook's title", async () => {
  const row = await createAndReadEntry(integration, { workbookName: workbooks.namesake.title });
  assert.equal(row.workbookTitle, workbooks.form.title);
  const namesake = await createAndReadEntry(integration, { workbookName: workbooks.namesake.name });
  assert.equal(namesake.workbookVersionCode, workbooks.namesake.newestPublished);
});

test('T8; contract, Errors 1: unknown, unpublished and ambiguous workbooks, and those of other teams, are rejected, and the error gives a different reason for each', async () => {
  const reasons = [];
  for (const name of [
    createUnknownName(),
    workbooks.draft.name,
    workbooks.elsewhere.name,
    workbooks.sameTitle,
  ]) {
    reasons.push(expectErrorNaming(await createWithWorkbook(name), name).replace(name, ''));
  }
  assert.equal(new Set(reasons).size, reasons.length, reasons.join('\n'));
});

test('T8: an edit looks up the workbook again', async () => {
  const input = taskBody();
  expectSuccess(await integration.create(input));
  const tokenBefore = await readLatestToken(integration);
  expectSuccess(await integration.edit({ ...input, workbookName: workbooks.namesake.name }));
  const row = findNewestChange((await readChangesSince(integration, tokenBefore)).rows, input.externalId);
  assert.equal(row.workbookVersionCode, workbooks.namesake.newestPublished);
  expectErrorNaming(
    await integration.edit({ ...input, workbookName: workbooks.draft.name }),
    workbooks.draft.name,
  );
});

test('W10: the error for a misspelled workbook name suggests the correct one', async () => {
  const message = expectErrorNaming(await createWithWorkbook('ConformanceDraftt'), 'ConformanceDraftt');
  assert.ok(message.includes(`'${workbooks.draft.name}'`), message);
});

test('contract, Task itemsToInspect; T9: items can be specified by external ID, and are returned as they were sent', async () => {
  const input = taskBody({ workbookName: workbooks.bridgeForm.name, itemsToInspect: [...bridges] });
  expectSuccess(await integration.create(input));
  assert.deepEqual((await readTask(integration, input.externalId)).itemsToInspect, [...bridges]);
});

test('contract, Task itemsToInspect; T9: items can also be specified by internal ID', async () => {
  const { inspectionId } = await createActiveTask(
    { integration, inspector },
    { workbookName: workbooks.bridgeForm.name, itemsToInspect: [bridges[0]] },
  );
  const { body } = await inspector.callV1('GET', `/inspections/${inspectionId}`);
  const itemId = String((body.items as Row[])[0]!.itemId);

  const input = taskBody({ workbookName: workbooks.bridgeForm.name, itemsToInspect: [itemId] });
  expectSuccess(await integration.create(input));
  assert.deepEqual((await readTask(integration, input.externalId)).itemsToInspect, [itemId]);
});

test('T9: an item sent twice is stored once', async () => {
  const input = taskBody({
    workbookName: workbooks.bridgeForm.name,
    itemsToInspect: [bridges[1], bridges[0], bridges[1]],
  });
  expectSuccess(await integration.create(input));
  assert.deepEqual((await readTask(integration, input.externalId)).itemsToInspect, [bridges[1], bridges[0]]);
});

test('T9: an unknown item, or an item that the workbook cannot inspect, returns an error that names it', async () => {
  const [unknownId, unknownExternalId] = [randomUUID(), createUnknownName()];
  expectErrorNaming(await createWithItems(bridges[0], unknownExternalId), unknownExternalId);
  expectErrorNaming(await createWithItems(unknownId), unknownId);
  expectErrorNaming(await createWithItems(extinguisher), extinguisher);
});

test('T9: items are rejected if the workbook does not inspect items', async () => {
  expectErrorNaming(
    await createWithWorkbook(workbooks.form.name, { itemsToInspect: [bridges[0]] }),
    'itemsToInspect',
  );
});

test('W15: a task can have at most 1,000 items, with IDs of up to 256 characters', async () => {
  const tooManyIds = Array.from({ length: limits.itemsToInspect + 1 }, (_, index) => `CF-${index}`);
  expectValidationErrors(await createWithItems(...tooManyIds), 'itemsToInspect');
  expectValidationErrors(await createWithItems(bridges[0], 'x'.repeat(limits.name + 1)), 'itemsToInspect[1]');
});

test("T8: the task's team must use the workbook", async () => {
  const input = { teamName: teams.south, assignedUserName: people.outsider };
  expectSuccess(await createWithWorkbook(workbooks.elsewhere.name, input));
  expectErrorNaming(
    await createWithWorkbook(workbooks.bridgeForm.name, input),
    workbooks.bridgeForm.name,
    teams.south,
  );
});
