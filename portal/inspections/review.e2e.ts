import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { type Performing, perform } from '#service/testing/perform.ts';

const FIELDS: Field[] = [
  { name: 'Kind', type: 'text', label: { en: 'Kind', nl: 'Soort' } },
  {
    name: 'Height',
    type: 'decimal',
    label: { en: 'Height of the ${Kind}', nl: 'Hoogte van de ${Kind}' },
    failWhen: '. < 1',
  },
  {
    name: 'Why',
    type: 'text',
    label: { en: 'Why so high?', nl: 'Waarom zo hoog?' },
    relevant: '${Height} > 9',
  },
];

test('a reviewer is told that somebody else approved first, and that an answer came too late', async (t) => {
  let inspection: Performing | undefined;
  const portal = await startPortal(t, {
    userName: 'coordinator',
    prepare: async (service) => {
      inspection = await perform(service, { fields: FIELDS });
      await inspection.answer({ Kind: 'quay', Height: 3 }, { device: 'phone' });
      assert.equal((await inspection.complete()).status, 200);
      await inspection.answer({ Height: 4 }, { device: 'tablet', baseRevision: 0 });
    },
  });
  if (!portal || !inspection) return;
  const { service } = portal;
  const page = await portal.open(`/portal/inspections/${inspection.id}`);
  const height = page.getByRole('article', { name: 'Height of the quay' });
  await height.getByText('3', { exact: true }).waitFor();
  await height.getByText('Answered again, too late').waitFor();
  await page.getByText('Late', { exact: true }).waitFor();
  await assertAccessibleInBothThemes(page);
  await height.getByRole('link', { name: 'History of the answer to Height of the quay' }).click();
  await page.getByRole('row', { name: /4.*Late.*anna.*tablet/ }).waitFor();
  await page.getByText('Only Height of the quay').waitFor();

  // This page does not hear of what happens meanwhile.
  await page.getByRole('tab', { name: 'Answers' }).click();
  await page.route('**/api/v1/changes**', (route) => route.abort());
  const admin = await service.as('admin');
  assert.equal((await admin.post(`/api/v1/inspections/${inspection.id}/approve`)).status, 200);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await page.getByText('admin had approved it already').waitFor();
  await page.getByText('Approved', { exact: true }).first().waitFor();
  assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0);
  assert.equal((await inspection.read()).approvedBy, 'admin');

  // And that somebody else returned it first.
  await page.getByRole('button', { name: 'Return for correction' }).click();
  await page.getByLabel('Comment in general').fill('Measure it again');
  assert.equal((await admin.post(`/api/v1/inspections/${inspection.id}/return`, {})).status, 200);
  await page.getByRole('button', { name: 'Send back' }).click();
  await page
    .getByRole('alert')
    .getByText(/Active/)
    .waitFor();
  await page.getByText('Returned by admin').waitFor();
  assert.equal((await inspection.read()).returns.length, 1);

  // What it was is compared with what it is, and with other completions.
  await inspection.answer({ Height: 5 });
  assert.equal((await inspection.complete()).status, 200);
  assert.equal((await admin.post(`/api/v1/inspections/${inspection.id}/return`, {})).status, 200);
  await inspection.answer({ Height: 6 });
  const comparing = await portal.open(`/portal/inspections/${inspection.id}?tab=comparison&from=1`);
  await comparing.getByRole('row', { name: /Height.*3.*6/ }).waitFor();
  const until = comparing.getByRole('combobox', { name: 'To', exact: true });
  await until.click();
  await comparing.getByRole('option', { name: 'Completion 2' }).click();
  await comparing.getByRole('row', { name: /Height.*3.*5/ }).waitFor();
  await until.click();
  await comparing.getByRole('option', { name: 'What stands now' }).click();
  await comparing.getByRole('row', { name: /Height.*3.*6/ }).waitFor();
});

test('an inspection of several items is read item by item, on a phone and in Dutch too', async (t) => {
  let inspection: Performing | undefined;
  const portal = await startPortal(t, {
    userName: 'coordinator',
    locale: 'nl-NL',
    viewport: { width: 390, height: 844 },
    prepare: async (service) => {
      const { body } = await (await service.as('admin')).get('/api/v1/content-types');
      inspection = await perform(service, {
        fields: FIELDS,
        contentTypeId: body.contentTypes[0].id,
        task: { itemsToInspect: ['BR-001', 'BR-002'] },
      });
      const { 'BR-001': first, 'BR-002': second } = service.organisation.itemIds;
      await inspection.answer({ Kind: 'kade', Height: 0.5 }, { itemId: first });
      await inspection.answer({ Kind: 'sluis', Height: 10, Why: 'Schepen' }, { itemId: second });
      assert.equal((await inspection.complete()).status, 200);
    },
  });
  if (!portal || !inspection) return;
  const page = await portal.open(`/portal/inspections/${inspection.id}`);
  await page.getByRole('heading', { name: 'Afgekeurde antwoorden' }).waitFor();
  await page.getByRole('article', { name: 'Hoogte van de kade' }).getByText('0,5').waitFor();
  await page.getByRole('article', { name: 'Hoogte van de sluis' }).getByText('10').waitFor();
  const why = page.getByRole('article', { name: 'Waarom zo hoog?' });
  assert.equal(await why.count(), 1, 'of the second item: of the first it was not asked');
  await page.getByRole('switch', { name: '1 vraag tonen die niet gesteld is' }).focus();
  await page.keyboard.press('Space');
  await why.first().getByText('Niet gevraagd').waitFor();
  assert.match(page.url(), /notAsked=true/);
  assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390, 'nothing is cut off');
  await assertAccessibleInBothThemes(page);

  await page.getByRole('button', { name: 'Toelichting bij Hoogte van de sluis' }).click();
  await page.keyboard.type('Meet nog eens');
  await page.getByRole('button', { name: 'Teruggeven ter correctie' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Terugsturen' }).click();
  await page.getByText('Teruggegeven door coordinator').waitFor();
  await inspection.answer({ Height: 8 }, { itemId: portal.service.organisation.itemIds['BR-002'] });
  await page.getByRole('tab', { name: 'Wat er veranderde' }).click();
  await page.getByRole('row', { name: /Hoogte van de sluis.*10.*8/ }).waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertQuiet();
});

test('answers of two devices that did not know of each other are both shown', async (t) => {
  let inspection: Performing | undefined;
  const portal = await startPortal(t, {
    userName: 'coordinator',
    prepare: async (service) => {
      inspection = await perform(service, { fields: FIELDS });
      await inspection.answer({ Kind: 'quay', Height: 3 }, { device: 'phone' });
      await inspection.answer({ Height: 4 }, { device: 'tablet', baseRevision: 0 });
      assert.equal((await inspection.complete()).status, 200);
    },
  });
  if (!portal || !inspection) return;
  const page = await portal.open(`/portal/inspections/${inspection.id}`);
  const height = page.getByRole('article', { name: 'Height of the quay' });
  await height.getByText('4', { exact: true }).waitFor();
  await height.getByText('Answered otherwise').waitFor();
  await height.getByText('anna on phone').waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertQuiet();
});

test('inspections are found by words, which stand in the address', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/inspections?order=newest',
    prepare: async (service) => {
      await perform(service, { fields: FIELDS, task: { externalId: 'WO-1', title: 'Look at the lock' } });
      await perform(service, {
        fields: FIELDS,
        by: 'bram',
        task: { externalId: 'WO-2', title: 'Look at the quay' },
      });
    },
  });
  if (!portal) return;
  const { page } = portal;
  const rows = page.getByRole('row', { name: /Look at/ });
  await rows.nth(1).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('LOOK bram');
  await page.waitForURL(/text=LOOK(\+|%20)bram/);
  await rows.nth(1).waitFor({ state: 'detached' });
  assert.match((await rows.first().textContent()) ?? '', /Look at the quay/);
  // The way back leads to the list as it was left.
  await rows.first().getByRole('link').click();
  await page.getByRole('link', { name: 'All inspections' }).click();
  await page.waitForURL(/inspections\?.*text=LOOK(\+|%20)bram/);
  await page.getByRole('searchbox').fill('elsewhere');
  await page.getByText('No inspection fits').waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await rows.nth(1).waitFor();
  portal.assertQuiet();
});

test('of many items some are shown at once', async (t) => {
  let inspection: Performing | undefined;
  const portal = await startPortal(t, {
    userName: 'coordinator',
    prepare: async (service) => {
      const admin = await service.as('admin');
      const [type] = (await admin.get('/api/v1/content-types')).body.contentTypes;
      const names = Array.from({ length: 27 }, (_, place) => `QW-${place + 1}`);
      for (const externalId of names) {
        const made = await admin.post(`/api/v1/content-types/${type.id}/items`, {
          externalId,
          title: externalId,
        });
        assert.equal(made.status, 201, JSON.stringify(made.body));
      }
      inspection = await perform(service, {
        fields: FIELDS,
        contentTypeId: type.id,
        task: { itemsToInspect: names },
      });
    },
  });
  if (!portal || !inspection) return;
  const page = await portal.open(`/portal/inspections/${inspection.id}`);
  await page.getByRole('heading', { name: 'QW-25' }).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'QW-26' }).count(), 0);
  await page.getByRole('button', { name: 'Show 2 more of 27 items' }).click();
  await page.getByRole('heading', { name: 'QW-27' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /more of/ }).count(), 0);
  portal.assertQuiet();
});
