import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import type { TestService } from '#service/testing/start-service.ts';

const fields = [
  { name: 'Safe', type: 'boolean', label: 'Is it safe?' },
  { name: 'Deck', type: 'section', label: 'Deck', fields: [{ name: 'Height', type: 'decimal' }] },
  { name: 'Low', type: 'note', label: '${Height} m is low', relevant: '${Height} < 2' },
];
/** The maximum wait, shorter than the auto-close delay of notifications. */
const MAX_WAIT_MS = 6_000;

const saveDraft = (draft: unknown[]) => async (service: TestService) => {
  const { Railing: id } = service.organisation.workbookIds;
  const admin = await service.as('admin');
  const path = `/api/v1/workbooks/${id}/draft`;
  assert.equal((await admin.request('PUT', path, { fields: draft }, { 'if-none-match': '*' })).status, 201);
};
const editorUrl = (service: TestService, search = '') =>
  `${service.url}/portal/workbooks/${service.organisation.workbookIds.Railing}/design${search}`;

test('an administrator moves, duplicates and deletes fields by keyboard, and undoes every step', async (t) => {
  const portal = await startPortal(t, { prepare: saveDraft(fields) });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(editorUrl(service, '?field=Safe'));
  const readKeysAndLevels = () =>
    page
      .getByRole('treeitem')
      .evaluateAll((rows: { dataset: { key: string }; getAttribute(name: string): string }[]) =>
        rows.map((row) => `${row.dataset.key}@${row.getAttribute('aria-level')}`),
      );
  const safe = page.getByRole('treeitem', { name: /Safe/ });
  await safe.focus();
  assert.deepEqual(await readKeysAndLevels(), ['1@1', '2@1', '3@2', '4@1']);
  await page.keyboard.press('Alt+ArrowDown');
  assert.deepEqual(await readKeysAndLevels(), ['2@1', '3@2', '1@1', '4@1']);
  await page.keyboard.press('Alt+ArrowRight');
  assert.deepEqual(await readKeysAndLevels(), ['2@1', '3@2', '1@2', '4@1']);
  await page.keyboard.press('Alt+ArrowLeft');
  await page.keyboard.press('Control+d');
  await page.getByRole('treeitem', { name: /Safe2/, selected: true }).waitFor();
  await page.keyboard.press('Delete');
  await page.getByRole('treeitem', { name: /Safe2/ }).waitFor({ state: 'detached' });
  for (let step = 0; step < 5; step++) await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: 'Undo', exact: true, disabled: true }).first().waitFor();
  assert.deepEqual(await readKeysAndLevels(), ['1@1', '2@1', '3@2', '4@1']);
  await page.getByRole('treeitem', { name: /Deck/ }).first().focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  await page.getByRole('treeitem', { name: /Low/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Label', exact: true }).and(page.locator(':focus')).waitFor();
  portal.assertNoPageErrors();
});

test('an administrator drags a field into a section', async (t) => {
  const portal = await startPortal(t, { prepare: saveDraft(fields) });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(editorUrl(service));
  const row = (name: RegExp) => page.getByRole('treeitem', { name });
  await row(/Safe/).dragTo(row(/Deck/).first());
  assert.equal(await row(/Safe/).getAttribute('aria-level'), '2');
  portal.assertNoPageErrors();
});

test('renaming a field updates every reference to it', async (t) => {
  const portal = await startPortal(t, { prepare: saveDraft(fields) });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(editorUrl(service, '?field=Height'));
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('safe');
  await page.getByText('Another field already has this name (not case-sensitive).').waitFor();
  await name.fill('Clearance');
  await name.press('Enter');
  await page.getByRole('treeitem', { name: /\$\{Clearance\} m is low/ }).click();
  await page.getByRole('textbox', { name: 'Show only when' }).getByText('${Clearance}').waitFor();
  await page.getByText('No errors').waitFor();
  portal.assertNoPageErrors();
});

test('a deletion can be undone from its notification until the next change or until the user leaves the page', async (t) => {
  const portal = await startPortal(t, { prepare: saveDraft(fields) });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(editorUrl(service, '?field=Safe'));
  const safe = page.getByRole('treeitem', { name: /Safe/ });
  const notification = page.getByRole('alert').filter({ hasText: 'deleted' });
  const remove = async (name: RegExp) => {
    await page.getByRole('treeitem', { name }).last().click();
    await page.keyboard.press('Delete');
    await notification.waitFor();
  };
  await remove(/Safe/);
  await safe.waitFor({ state: 'detached' });
  await notification.getByRole('button', { name: 'Undo' }).click();
  await safe.waitFor();
  await notification.waitFor({ state: 'detached', timeout: MAX_WAIT_MS });

  await remove(/Safe/);
  await page
    .getByRole('treeitem', { name: /Height/ })
    .first()
    .click();
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('Height in metres');
  await notification.waitFor({ state: 'detached', timeout: MAX_WAIT_MS });
  await safe.waitFor({ state: 'detached' });

  await remove(/Low/);
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
  await notification.waitFor({ state: 'detached', timeout: MAX_WAIT_MS });
  portal.assertNoPageErrors();
});

test('changes that failed to save are saved after a reload', async (t) => {
  const portal = await startPortal(t, { prepare: saveDraft(fields) });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(editorUrl(service, '?field=Safe'));
  const question = page.getByRole('textbox', { name: 'Question', exact: true });
  await question.waitFor();
  await page.route('**/draft', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await question.fill('Is it quite safe?');
  await page.getByText('Cannot reach the server. Changes are stored in this browser.').waitFor();
  await page.unroute('**/draft');
  await page.reload();
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.equal(await question.inputValue(), 'Is it quite safe?');
  const { Railing: id } = service.organisation.workbookIds;
  const { body } = await (await service.as('admin')).get(`/api/v1/workbooks/${id}/draft`);
  assert.equal(body.fields[0].label, 'Is it quite safe?');
  portal.assertNoPageErrors();
});

test('unsaved changes are stored per user and removed once the user discards them', async (t) => {
  const portal = await startPortal(t, { prepare: saveDraft(fields) });
  if (!portal) return;
  const { page, service } = portal;
  const { Railing: id } = service.organisation.workbookIds;
  await page.goto(editorUrl(service, '?field=Safe'));
  const question = page.getByRole('textbox', { name: 'Question', exact: true });
  await question.waitFor();
  await page.route('**/draft', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await question.fill('Is it quite safe?');
  await page.getByText('Cannot reach the server. Changes are stored in this browser.').waitFor();
  await page.goto(`${service.url}/portal`);
  await page.unroute('**/draft');
  const storedKeys = 'Object.keys(localStorage).filter((key) => key.startsWith("ronda.design."))';
  const [storedKey] = (await page.evaluate(storedKeys)) as string[];
  assert.equal(storedKey, `ronda.design.${service.organisation.userIds.admin}.${id}`);

  const admin = await service.as('admin');
  const response = await admin.request('DELETE', `/api/v1/workbooks/${id}/draft`, undefined, {
    'if-match': '*',
  });
  assert.equal(response.status, 204, JSON.stringify(response.body));
  await page.goto(editorUrl(service));
  await page.getByRole('button', { name: 'Discard my changes' }).click();
  await page.getByRole('heading', { name: 'Railing check', level: 1 }).waitFor();
  assert.deepEqual(await page.evaluate(storedKeys), []);
  await page.goto(editorUrl(service));
  await page.getByText('No draft yet').waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);
});

test('errors link to their fields and prevent publishing', async (t) => {
  const invalidFields = [...fields, { name: 'Sum', type: 'calculated', calculation: '${Heigth} + 1' }];
  const portal = await startPortal(t, { prepare: saveDraft(invalidFields) });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(editorUrl(service, '?dialog=publish'));
  const dialog = page.getByRole('dialog', { name: 'Publish new version' });
  await dialog.getByRole('button', { name: /There is no field Heigth. Did you mean Height/ }).waitFor();
  assert.ok(await dialog.getByRole('button', { name: /^Publish version/ }).isDisabled());
  await dialog.getByText('Changes since version 1.0.0').waitFor();
  await assertAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: /There is no field/ }).click();
  await page.getByRole('treeitem', { name: /Sum/, selected: true }).waitFor();
  portal.assertNoPageErrors();
});

test('the editor shows one pane at a time on a phone in Dutch', async (t) => {
  const portal = await startPortal(t, {
    prepare: saveDraft(fields),
    viewport: { width: 390, height: 844 },
    locale: 'nl-NL',
  });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(editorUrl(service));
  await page.getByRole('tree', { name: 'Vragen' }).waitFor();
  assert.equal(await page.getByRole('region', { name: 'Voorbeeld op een telefoon' }).count(), 0);
  await assertAccessibleInBothThemes(page);
  await page.getByText('Voorbeeld', { exact: true }).click();
  await page.getByRole('group', { name: 'Is it safe?' }).getByText('Nee', { exact: true }).click();
  await assertAccessibleInBothThemes(page);
  await page.getByText('Eigenschappen', { exact: true }).click();
  await page.getByRole('heading', { name: 'Eigenschappen van Safe' }).waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});
