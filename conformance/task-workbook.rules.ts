import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { limits } from '#contract/limits.ts';
import type { Caller } from './caller.ts';
import { changeOf, changesSince, latestToken } from './change-reader.ts';
import type { Row } from './client.ts';
import { bridges, clients, extinguisher, people, teams, workbooks } from './organisation.ts';
import { asClient, asPerson } from './sign-in.ts';
import { taskDraft, unknownName } from './task-draft.ts';
import { activeTask, readTask } from './task-life.ts';
import { invalid, refusedFor, succeeded } from './verdicts.ts';

const integration = await asClient(clients.integration);
const inspector = await asPerson(people.inspector);

const createWith = (workbookName: string, changes: Row = {}) =>
  integration.create(taskDraft({ workbookName, ...changes }));
const createOf = (...itemsToInspect: string[]) => createWith(workbooks.bridgeForm.name, { itemsToInspect });

/** What the feed says of a task that was just created. */
const createdRow = async (caller: Caller, changes: Row): Promise<Row> => {
  const before = await latestToken(caller);
  const draft = taskDraft(changes);
  succeeded(await caller.create(draft));
  return changeOf((await changesSince(caller, before)).rows, draft.externalId);
};

test('T8; contract, Flags: a task takes the newest published version of its workbook', async () => {
  const row = await createdRow(integration, { workbookName: workbooks.form.name });
  assert.equal(row.workbookVersionCode, workbooks.form.newestPublished);
  assert.equal(row.workbookTitle, workbooks.form.title);
});

test('T8: a deleted version is not taken, however new it is', async () => {
  const row = await createdRow(integration, {
    workbookName: workbooks.elsewhere.name,
    teamName: teams.south,
    assignedUserName: people.outsider,
  });
  assert.equal(row.workbookVersionCode, workbooks.elsewhere.newestPublished);
});

test('T8: names and titles are found in any letter case', async () => {
  succeeded(await createWith(workbooks.form.name.toUpperCase()));
  succeeded(await createWith(workbooks.form.title.toUpperCase()));
});

test("T8: a name goes before another workbook's title", async () => {
  const row = await createdRow(integration, { workbookName: workbooks.namesake.title });
  assert.equal(row.workbookTitle, workbooks.form.title);
  const namesake = await createdRow(integration, { workbookName: workbooks.namesake.name });
  assert.equal(namesake.workbookVersionCode, workbooks.namesake.newestPublished);
});

test('T8; contract, Errors 1: an unknown, an unpublished, a foreign and an ambiguous workbook are refused, each for its own reason', async () => {
  const reasons = [];
  for (const name of [unknownName(), workbooks.draft.name, workbooks.elsewhere.name, workbooks.sameTitle]) {
    reasons.push(refusedFor(await createWith(name), name).replace(name, ''));
  }
  assert.equal(new Set(reasons).size, reasons.length, reasons.join('\n'));
});

test('T8: an edit resolves the workbook anew', async () => {
  const draft = taskDraft();
  succeeded(await integration.create(draft));
  const before = await latestToken(integration);
  succeeded(await integration.edit({ ...draft, workbookName: workbooks.namesake.name }));
  const row = changeOf((await changesSince(integration, before)).rows, draft.externalId);
  assert.equal(row.workbookVersionCode, workbooks.namesake.newestPublished);
  refusedFor(await integration.edit({ ...draft, workbookName: workbooks.draft.name }), workbooks.draft.name);
});

test('W10: a workbook name that is nearly right gets the nearest one as a hint', async () => {
  const message = refusedFor(await createWith('ConformanceDraftt'), 'ConformanceDraftt');
  assert.ok(message.includes(`'${workbooks.draft.name}'`), message);
});

test('contract, Task itemsToInspect; T9: items are named by external id and answered as given', async () => {
  const draft = taskDraft({ workbookName: workbooks.bridgeForm.name, itemsToInspect: [...bridges] });
  succeeded(await integration.create(draft));
  assert.deepEqual((await readTask(integration, draft.externalId)).itemsToInspect, [...bridges]);
});

test('contract, Task itemsToInspect; T9: an item is named by its internal id as well', async () => {
  const { inspectionId } = await activeTask(
    { integration, inspector },
    { workbookName: workbooks.bridgeForm.name, itemsToInspect: [bridges[0]] },
  );
  const { body } = await inspector.v1('GET', `/inspections/${inspectionId}`);
  const itemId = String((body.items as Row[])[0]!.itemId);

  const draft = taskDraft({ workbookName: workbooks.bridgeForm.name, itemsToInspect: [itemId] });
  succeeded(await integration.create(draft));
  assert.deepEqual((await readTask(integration, draft.externalId)).itemsToInspect, [itemId]);
});

test('T9: an item given twice counts once', async () => {
  const draft = taskDraft({
    workbookName: workbooks.bridgeForm.name,
    itemsToInspect: [bridges[1], bridges[0], bridges[1]],
  });
  succeeded(await integration.create(draft));
  assert.deepEqual((await readTask(integration, draft.externalId)).itemsToInspect, [bridges[1], bridges[0]]);
});

test('T9: an unknown item, or one of another content type, is refused by its name', async () => {
  const [unknownId, unknownExternalId] = [randomUUID(), unknownName()];
  refusedFor(await createOf(bridges[0], unknownExternalId), unknownExternalId);
  refusedFor(await createOf(unknownId), unknownId);
  refusedFor(await createOf(extinguisher), extinguisher);
});

test('T9: items are refused with a workbook that inspects no content type', async () => {
  refusedFor(await createWith(workbooks.form.name, { itemsToInspect: [bridges[0]] }), 'itemsToInspect');
});

test('W15: at most 1,000 items can be inspected at once, each named by 1 to 256 characters', async () => {
  const tooMany = Array.from({ length: limits.itemsToInspect + 1 }, (_, index) => `CF-${index}`);
  invalid(await createOf(...tooMany), 'itemsToInspect');
  invalid(await createOf(bridges[0], 'x'.repeat(limits.name + 1)), 'itemsToInspect[1]');
});

test('T8: the team of the task must have the workbook', async () => {
  const draft = { teamName: teams.south, assignedUserName: people.outsider };
  succeeded(await createWith(workbooks.elsewhere.name, draft));
  refusedFor(await createWith(workbooks.bridgeForm.name, draft), workbooks.bridgeForm.name, teams.south);
});
