// biome-ignore-all lint/suspicious/noTemplateCurlyInString: workbook expressions look like template literals
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { holdResponses } from '#portal/testing/hold-responses.ts';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { waitForExpression } from '#portal/testing/wait-for-expression.ts';
import type { TestService } from '#service/testing/start-service.ts';

const saveDraft = (draft: unknown[]) => async (service: TestService) => {
  const { Railing: id } = service.organisation.workbookIds;
  const path = `/api/v1/workbooks/${id}/draft`;
  const admin = await service.as('admin');
  assert.equal((await admin.request('PUT', path, { fields: draft }, { 'if-none-match': '*' })).status, 201);
};
const editorUrl = (service: TestService, search = '') =>
  `${service.url}/portal/workbooks/${service.organisation.workbookIds.Railing}/design${search}`;

const fields = [
  { name: 'Height', type: 'decimal', label: 'Height', min: 0 },
  { name: 'Deck', type: 'section', label: 'Deck', fields: [{ name: 'Kind', type: 'text' }] },
];

test('an administrator drags new fields from the palette into a section and into an empty workbook', async (t) => {
  const portal = await startPortal(t, { prepare: saveDraft(fields) });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(editorUrl(service));
  await page.getByRole('treeitem', { name: /Kind/ }).waitFor();
  // Mouse events instead of dragTo: the palette covers the tree until the drag starts.
  const dragFromPalette = async (type: string, to: Locator) => {
    await page.getByRole('button', { name: 'Add question' }).click();
    await page.getByRole('button', { name: type, exact: true }).hover();
    await page.mouse.down();
    const { x, y, width, height } = (await to.boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.move(x + width / 2, y + height * 0.8);
    await page.mouse.up();
  };
  await dragFromPalette('Yes or no', page.getByRole('treeitem', { name: /Kind/ }));
  const addedField = page.getByRole('treeitem', { name: /Yes ?or ?no/i, selected: true });
  await addedField.waitFor();
  assert.equal(await addedField.getAttribute('aria-level'), '2');
  await page.getByRole('dialog', { name: 'Add question' }).waitFor({ state: 'hidden' });

  for (let count = await page.getByRole('treeitem').count(); count > 0; ) {
    await page.getByRole('treeitem').first().focus();
    await page.keyboard.press('Delete');
    await waitForExpression(page, `document.querySelectorAll('[role="treeitem"]').length < ${count}`);
    count = await page.getByRole('treeitem').count();
  }
  await page.getByRole('heading', { name: 'No questions yet' }).waitFor();
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.equal(await page.getByText(/\d errors?/).count(), 0);
  await dragFromPalette('Number', page.getByRole('heading', { name: 'No questions yet' }));
  await page.getByRole('treeitem').waitFor();
  portal.assertNoPageErrors();
});

test('an administrator pastes choices from a spreadsheet, to add them or to replace all existing ones', async (t) => {
  const colours = {
    name: 'Colour',
    type: 'singleChoice',
    choices: [{ value: 'red', label: 'Signal red' }],
  };
  const portal = await startPortal(t, { prepare: saveDraft([colours]) });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(editorUrl(service, '?field=Colour'));
  const pasteButton = page.getByRole('button', { name: 'Paste choices' });
  await pasteButton.click();
  const lines = page.getByRole('textbox', { name: 'Choices, one per line' });
  await lines.fill('red\tRed\ngreen\tGreen\nblue');
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Add choices' }).click();
  const value = (number: number) => page.getByRole('textbox', { name: `Value of choice ${number}` });
  assert.equal(await value(3).inputValue(), 'blue');
  assert.equal(await page.getByRole('textbox', { name: 'Label of choice 1' }).inputValue(), 'Red');
  await pasteButton.click();
  await lines.fill('one\ntwo');
  await page.getByRole('button', { name: 'Replace all choices' }).click();
  await value(3).waitFor({ state: 'detached' });
  assert.equal(await value(2).inputValue(), 'two');
  const preview = page.getByRole('region', { name: 'Preview on a phone' });
  await preview.getByText('two').first().waitFor();
  portal.assertNoPageErrors();
});

test('an administrator tests which properties prefill fields', async (t) => {
  const portal = await startPortal(t, { prepare: saveDraft(fields) });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(editorUrl(service));
  await page.getByRole('button', { name: 'Test prefilling' }).click();
  const names = page.getByRole('textbox', { name: 'Property' });
  const values = page.getByRole('textbox', { name: 'Value', exact: true });
  const rows = [
    ['height', '4.5'],
    ['Width', '3'],
  ] as const;
  for (const [index, [name, value]] of rows.entries()) {
    if (index > 0) await page.getByRole('button', { name: 'Add property' }).click();
    await names.nth(index).fill(name);
    await values.nth(index).fill(value);
  }
  await page.getByRole('button', { name: 'Start with these properties' }).click();
  await page.getByText('height filled Height').waitFor();
  await page.getByText('No field named Width').waitFor();
  await assertAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  const preview = page.getByRole('region', { name: 'Preview on a phone' });
  assert.equal(await preview.getByLabel('Height').inputValue(), '4.5');
  portal.assertNoPageErrors();
});

test('an unsaved draft is exported as XLSForm and imported again unchanged', async (t) => {
  const portal = await startPortal(t, { prepare: saveDraft(fields) });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(editorUrl(service, '?field=Height'));
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('Height in metres');
  const downloadEvent = page.waitForEvent('download');
  await page.getByRole('button', { name: 'XLSForm' }).click();
  await page.getByRole('menuitem', { name: 'Export draft as XLSForm' }).click();
  const file = await downloadEvent;
  assert.equal(file.suggestedFilename(), 'Railing 1.1.0-draft.xlsx');
  const admin = await service.as('admin');
  const { body } = await admin.request(
    'POST',
    '/api/v1/workbooks/xlsform',
    await readFile(await file.path()),
    {
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    },
  );
  assert.deepEqual(body.definition.fields, [{ ...fields[0], label: 'Height in metres' }, fields[1]]);
  portal.assertNoPageErrors();
});

test('expression errors and function help are shown in Dutch', async (t) => {
  const invalidFields = [
    ...fields,
    { name: 'Sum', type: 'calculated', calculation: '${Hight} + 1' },
    { name: 'Next', type: 'text', failWhen: "${Height} = 'high'" },
  ];
  const portal = await startPortal(t, { prepare: saveDraft(invalidFields), locale: 'nl-NL' });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(editorUrl(service));
  await page.getByRole('button', { name: /Er is geen veld Hight\. Bedoelt u Height\?/ }).click();
  await page.getByRole('treeitem', { name: /Sum/, selected: true }).waitFor();
  // The expression editor loads later than the page.
  const editor = page.locator('[contenteditable="true"]');
  const calculation = page.getByRole('textbox', { name: 'Berekening' }).and(editor);
  await page.getByText('Er is geen veld Hight. Bedoelt u Height?').first().waitFor();
  await calculation.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('round(');
  await page.getByText('het getal afgerond op het aantal decimalen', { exact: false }).first().waitFor();
  await page.keyboard.type('${Height');
  await page
    .getByRole('option', { name: /Height/ })
    .first()
    .click();
  await page.keyboard.type(')');
  await page.getByText('1 fout', { exact: true }).waitFor();
  await page.getByRole('treeitem', { name: /Next/ }).click();
  await page
    .getByText(/moet een getal zijn, maar dit is een tekst/)
    .first()
    .waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});

test('opening the editor and the publish dialog creates no draft', async (t) => {
  const portal = await startPortal(t);
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(editorUrl(service, '?dialog=publish'));
  const dialog = page.getByRole('dialog', { name: 'Publish new version' });
  await dialog.getByText('No differences in the fields.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('No draft yet').waitFor();
  await page.getByRole('link', { name: 'Workbooks' }).first().click();
  await page.getByRole('link', { name: 'Railing check' }).waitFor();
  const { Railing: id } = service.organisation.workbookIds;
  const admin = await service.as('admin');
  assert.equal((await admin.get(`/api/v1/workbooks/${id}/draft`)).status, 404);
  portal.assertNoPageErrors();
});

test('a user who returns to the editor while the draft is being saved sees no conflict', async (t) => {
  const portal = await startPortal(t, { prepare: saveDraft(fields) });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(editorUrl(service, '?field=Height'));
  const question = page.getByRole('textbox', { name: 'Question', exact: true });
  await question.fill('Height in metres');
  const heldResponses = await holdResponses(page, 'PUT', /\/draft$/);
  await heldResponses.waitUntilHandled();
  await page.getByRole('link', { name: 'Workbooks' }).first().click();
  await page.getByRole('heading', { name: 'Workbooks', level: 1 }).waitFor();
  await page.goBack();
  heldResponses.release();
  await question.waitFor();
  assert.equal(await question.inputValue(), 'Height in metres');
  assert.equal(await page.getByText('someone else', { exact: false }).count(), 0);
  await question.fill('Height in feet');
  await page.getByText('Saved', { exact: true }).waitFor();

  // A user who returns after the draft has been saved sees no conflict either.
  await page.getByRole('link', { name: 'Workbooks' }).first().click();
  await page.getByRole('heading', { name: 'Workbooks', level: 1 }).waitFor();
  await page.goBack();
  await question.waitFor();
  assert.equal(await question.inputValue(), 'Height in feet');
  assert.equal(await page.getByText('someone else', { exact: false }).count(), 0);
  portal.assertNoPageErrors();
});
