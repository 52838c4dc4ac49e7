import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { NewItem } from '#contract/item.ts';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { parseForm, toFormValues } from './item-form.ts';
import { parseItemsSearch } from './items-search.ts';

const EMPTY_FORM = toFormValues({});

test('the item list’s filters are stored in the URL', () => {
  assert.deepEqual(parseItemsSearch({ text: 'brug', isArchived: 'true', item: 'new' }), {
    text: 'brug',
    isArchived: true,
    item: 'new',
  });
  assert.deepEqual(parseItemsSearch({ item: 'BR-001', isArchived: false, isImporting: 'no' }), {});
});

test('an item survives conversion to form values and back unchanged', () => {
  const value = fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
  const attributes = fc.dictionary(
    fc.string({ minLength: 1 }).filter((name) => name === name.trim()),
    value.filter((number) => !Object.is(number, -0)),
  );
  fc.assert(
    fc.property(attributes, (generatedAttributes) => {
      const item: NewItem = {
        externalId: 'a',
        title: 'b',
        address: null,
        location: null,
        attributes: generatedAttributes,
      };
      const form = toFormValues({
        ...item,
        id: '',
        contentTypeId: '',
        isArchived: false,
        revision: 1,
      } as never);
      assert.deepEqual(JSON.stringify(parseForm(form)), JSON.stringify({ item }));
    }),
  );
});

test('the item form rejects an incomplete location, an invalid number and a duplicate attribute name', () => {
  const row = { name: 'built', kind: 'number', text: '1934' } as const;
  assert.deepEqual(parseForm({ ...EMPTY_FORM, latitude: '52,3', longitude: '' }), {
    issues: [{ field: 'longitude' }],
  });
  assert.deepEqual(parseForm({ ...EMPTY_FORM, latitude: '91', longitude: '4.9' }), {
    issues: [{ field: 'latitude' }],
  });
  assert.deepEqual(parseForm({ ...EMPTY_FORM, attributes: [row, row, { ...row, name: 'a', text: 'old' }] }), {
    issues: [
      { field: 'attributes', row: 1 },
      { field: 'attributes', row: 2 },
    ],
  });
});

test('an administrator creates an item, undoes that, and imports items from a file', async (t) => {
  const portal = await startPortal(t, { path: '/portal/items' });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('link', { name: 'Bridge' }).click();
  await page.getByRole('button', { name: 'Bridge BR-001' }).waitFor();
  await assertAccessibleInBothThemes(page);

  await page.getByRole('button', { name: 'New item' }).click();
  const drawer = page.getByRole('dialog', { name: 'New item' });
  await drawer.getByLabel('External ID').fill('BR-100');
  await drawer.getByLabel('Title').fill('Blauwbrug');
  await drawer.getByLabel('Latitude').fill('52,3667');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.getByText('Enter degrees between -180 and 180').waitFor();
  await drawer.getByLabel('Longitude').fill('4,9011');
  await drawer.getByRole('button', { name: 'Add attribute' }).click();
  await drawer.getByLabel('Attribute 1', { exact: true }).fill('movable');
  await drawer.getByLabel('Value of attribute 1').fill('sometimes');
  await assertAccessibleInBothThemes(page);
  await drawer.getByRole('button', { name: 'Save' }).click();
  const createdRow = page.getByRole('row', { name: /Blauwbrug/ });
  await createdRow.getByText('52.36670, 4.90110').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await createdRow.waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Import CSV' }).click();
  const content = 'externalId,title,built\nBR-001,Magere Brug,1934\nBR-003,Torensluis,1648\nBR-004,,1700\n';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'bridges.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  const preview = page.getByRole('dialog').getByLabel('Preview');
  await preview.getByText('New: 1').waitFor();
  await preview.getByText('The title is missing.').waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Torensluis' }).waitFor();
  portal.assertNoPageErrors();
});
