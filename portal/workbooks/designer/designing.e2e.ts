// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions look like templates of ours
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { holdAnswers } from '#portal/testing/hold-answers.ts';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import type { TestService } from '#service/testing/start-service.ts';

const withDraft = (fields: unknown[]) => async (service: TestService) => {
  const { Railing: id } = service.organisation.workbookIds;
  const path = `/api/v1/workbooks/${id}/draft`;
  const admin = await service.as('admin');
  assert.equal((await admin.request('PUT', path, { fields }, { 'if-none-match': '*' })).status, 201);
};
const addressOf = (service: TestService, search = '') =>
  `${service.url}/portal/workbooks/${service.organisation.workbookIds.Railing}/design${search}`;

const fields = [
  { name: 'Height', type: 'decimal', label: 'Height', min: 0 },
  { name: 'Deck', type: 'section', label: 'Deck', fields: [{ name: 'Kind', type: 'text' }] },
];

test('a new field is dropped from the palette where it belongs, and into a workbook without any', async (t) => {
  const portal = await startPortal(t, { prepare: withDraft(fields) });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(addressOf(service));
  await page.getByRole('treeitem', { name: /Kind/ }).waitFor();
  // By the mouse itself: the palette covers the tree until something is dragged from it.
  const drag = async (type: string, to: Locator) => {
    await page.getByRole('button', { name: 'Add a question' }).click();
    await page.getByRole('button', { name: type, exact: true }).hover();
    await page.mouse.down();
    const { x, y, width, height } = (await to.boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.move(x + width / 2, y + height * 0.8);
    await page.mouse.up();
  };
  await drag('Yes or no', page.getByRole('treeitem', { name: /Kind/ }));
  const added = page.getByRole('treeitem', { name: /Yes ?or ?no/i, selected: true });
  await added.waitFor();
  assert.equal(await added.getAttribute('aria-level'), '2');
  await page.getByRole('dialog', { name: 'Add a question' }).waitFor({ state: 'hidden' });

  for (let left = await page.getByRole('treeitem').count(); left > 0; ) {
    await page.getByRole('treeitem').first().focus();
    await page.keyboard.press('Delete');
    await page.waitForFunction(`document.querySelectorAll('[role="treeitem"]').length < ${left}`);
    left = await page.getByRole('treeitem').count();
  }
  await page.getByRole('heading', { name: 'Nothing is asked yet' }).waitFor();
  await drag('Number', page.getByRole('heading', { name: 'Nothing is asked yet' }));
  await page.getByRole('treeitem').waitFor();
  portal.assertQuiet();
});

test('many choices are pasted from a spreadsheet, beside those that are there or instead of them', async (t) => {
  const colours = {
    name: 'Colour',
    type: 'singleChoice',
    choices: [{ value: 'red', label: 'Signal red' }],
  };
  const portal = await startPortal(t, { prepare: withDraft([colours]) });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(addressOf(service, '?field=Colour'));
  const paste = page.getByRole('button', { name: 'Paste many' });
  await paste.click();
  const lines = page.getByRole('textbox', { name: 'Choices, a line each' });
  await lines.fill('red\tRed\ngreen\tGreen\nblue');
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Add them' }).click();
  const value = (number: number) => page.getByRole('textbox', { name: `Value of choice ${number}` });
  assert.equal(await value(3).inputValue(), 'blue');
  assert.equal(await page.getByRole('textbox', { name: 'Label of choice 1' }).inputValue(), 'Red');
  await paste.click();
  await lines.fill('one\ntwo');
  await page.getByRole('button', { name: 'Replace all by these' }).click();
  await value(3).waitFor({ state: 'detached' });
  assert.equal(await value(2).inputValue(), 'two');
  const phone = page.getByRole('region', { name: 'The workbook as an inspector sees it' });
  await phone.getByText('two').first().waitFor();
  portal.assertQuiet();
});

test('what a task brings is tried: what it fills, what does not suit, and what no field is called', async (t) => {
  const portal = await startPortal(t, { prepare: withDraft(fields) });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(addressOf(service));
  await page.getByRole('button', { name: 'Fill in by properties' }).click();
  const names = page.getByRole('textbox', { name: 'Property' });
  const values = page.getByRole('textbox', { name: 'Value', exact: true });
  const rows = [
    ['height', '4.5'],
    ['Width', '3'],
  ] as const;
  for (const [place, [name, value]] of rows.entries()) {
    if (place > 0) await page.getByRole('button', { name: 'Add a property' }).click();
    await names.nth(place).fill(name);
    await values.nth(place).fill(value);
  }
  await page.getByRole('button', { name: 'Start with these' }).click();
  await page.getByText('height filled Height').waitFor();
  await page.getByText('No field is called Width').waitFor();
  await assertAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  const phone = page.getByRole('region', { name: 'The workbook as an inspector sees it' });
  assert.equal(await phone.getByLabel('Height').inputValue(), '4.5');
  portal.assertQuiet();
});

test('a draft is saved as a form of XLSForm as it is at the moment, and comes back as it went', async (t) => {
  const portal = await startPortal(t, { prepare: withDraft(fields) });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(addressOf(service, '?field=Height'));
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('Height in metres');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'XLSForm' }).click();
  await page.getByRole('menuitem', { name: 'Download the draft as XLSForm' }).click();
  const file = await downloading;
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
  portal.assertQuiet();
});

test('who reads Dutch is told in Dutch what is wrong with an expression and what a function does', async (t) => {
  const faulty = [
    ...fields,
    { name: 'Sum', type: 'calculated', calculation: '${Hight} + 1' },
    { name: 'Next', type: 'text', failWhen: "${Height} = 'high'" },
  ];
  const portal = await startPortal(t, { prepare: withDraft(faulty), locale: 'nl-NL' });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(addressOf(service));
  await page.getByRole('button', { name: /Er is geen veld Hight\. Bedoelt u Height\?/ }).click();
  await page.getByRole('treeitem', { name: /Sum/, selected: true }).waitFor();
  // The editor comes after the page.
  const editor = page.locator('[contenteditable="true"]');
  const calculation = page.getByRole('textbox', { name: 'Berekening' }).and(editor);
  await page.getByText('Er is geen veld Hight. Bedoelt u Height?').first().waitFor();
  await calculation.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('round(');
  await page.getByText('het getal afgerond op zoveel decimalen', { exact: false }).first().waitFor();
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
  portal.assertQuiet();
});

test('who only looks, and at what publishing would do, leaves no draft behind', async (t) => {
  const portal = await startPortal(t);
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(addressOf(service, '?dialog=publish'));
  const dialog = page.getByRole('dialog', { name: 'Publish a new version' });
  await dialog.getByText('There is no difference in the fields.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('No draft yet').waitFor();
  await page.getByRole('link', { name: 'Workbooks' }).first().click();
  await page.getByRole('link', { name: 'Railing check' }).waitFor();
  const { Railing: id } = service.organisation.workbookIds;
  const admin = await service.as('admin');
  assert.equal((await admin.get(`/api/v1/workbooks/${id}/draft`)).status, 404);
  portal.assertQuiet();
});

test('who comes back while the draft is still on its way is not told that somebody else saved it', async (t) => {
  const portal = await startPortal(t, { prepare: withDraft(fields) });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(addressOf(service, '?field=Height'));
  const question = page.getByRole('textbox', { name: 'Question', exact: true });
  await question.fill('Height in metres');
  const saving = await holdAnswers(page, 'PUT', /\/draft$/);
  await saving.untilDone();
  await page.getByRole('link', { name: 'Workbooks' }).first().click();
  await page.getByRole('heading', { name: 'Workbooks', level: 1 }).waitFor();
  await page.goBack();
  saving.letGo();
  await question.waitFor();
  assert.equal(await question.inputValue(), 'Height in metres');
  assert.equal(await page.getByText('Somebody else', { exact: false }).count(), 0);
  await question.fill('Height in feet');
  await page.getByText('Saved', { exact: true }).waitFor();

  // Neither is who comes back after it has arrived.
  await page.getByRole('link', { name: 'Workbooks' }).first().click();
  await page.getByRole('heading', { name: 'Workbooks', level: 1 }).waitFor();
  await page.goBack();
  await question.waitFor();
  assert.equal(await question.inputValue(), 'Height in feet');
  assert.equal(await page.getByText('Somebody else', { exact: false }).count(), 0);
  portal.assertQuiet();
});
