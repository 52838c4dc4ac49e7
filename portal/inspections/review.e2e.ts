import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { type StartedInspection, startNewInspection } from '#service/testing/start-new-inspection.ts';

const FIELDS: Field[] = [
  { name: 'Kind', type: 'text', label: { en: 'Kind', nl: 'Soort' } },
  {
    name: 'Height',
    type: 'decimal',
    label: { en: 'Height of the ${Kind}', nl: 'Hoogte van de ${Kind}' },
    failWhen: '. < 1',
  },
  {
    name: 'Reason',
    type: 'text',
    label: { en: 'Why so high?', nl: 'Waarom zo hoog?' },
    relevant: '${Height} > 9',
  },
];

test('a reviewer sees late answers, and sees when another reviewer has already approved or returned the inspection', async (t) => {
  let inspection: StartedInspection | undefined;
  const portal = await startPortal(t, {
    userName: 'coordinator',
    prepare: async (service) => {
      inspection = await startNewInspection(service, { fields: FIELDS });
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
  await height.getByText('Answered again after completion').waitFor();
  await page.getByText('Received late', { exact: true }).waitFor();
  await assertAccessibleInBothThemes(page);
  await height.getByRole('link', { name: 'History of Height of the quay' }).click();
  await page.getByRole('row', { name: /4.*Received late.*anna.*tablet/ }).waitFor();
  await page.getByText('Only Height of the quay').waitFor();

  // From here on, there are no live updates.
  await page.getByRole('tab', { name: 'Answers' }).click();
  await page.route('**/api/v1/changes**', (route) => route.abort());
  const admin = await service.as('admin');
  assert.equal((await admin.post(`/api/v1/inspections/${inspection.id}/approve`)).status, 200);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Already approved by admin').waitFor();
  await page.getByText('Approved', { exact: true }).first().waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' });
  assert.equal((await inspection.read()).approvedBy, 'admin');

  // Another reviewer returns the inspection first.
  await page.getByRole('button', { name: 'Return for correction' }).click();
  await page.getByLabel('General comment').fill('Measure it again');
  assert.equal((await admin.post(`/api/v1/inspections/${inspection.id}/return`, {})).status, 200);
  await page.getByRole('button', { name: 'Return', exact: true }).click();
  await page
    .getByRole('alert')
    .getByText(/Active/)
    .waitFor();
  await page.getByText('Returned by admin').waitFor();
  assert.equal((await inspection.read()).returns.length, 1);

  // Completions can be compared with each other and with the current answers.
  await inspection.answer({ Height: 5 });
  assert.equal((await inspection.complete()).status, 200);
  assert.equal((await admin.post(`/api/v1/inspections/${inspection.id}/return`, {})).status, 200);
  await inspection.answer({ Height: 6 });
  const comparisonPage = await portal.open(`/portal/inspections/${inspection.id}?tab=comparison&from=1`);
  await comparisonPage.getByRole('row', { name: /Height.*3.*6/ }).waitFor();
  const toSelect = comparisonPage.getByRole('combobox', { name: 'To', exact: true });
  await toSelect.click();
  await comparisonPage.getByRole('option', { name: 'Completion 2' }).click();
  await comparisonPage.getByRole('row', { name: /Height.*3.*5/ }).waitFor();
  await toSelect.click();
  await comparisonPage.getByRole('option', { name: 'Current answers' }).click();
  await comparisonPage.getByRole('row', { name: /Height.*3.*6/ }).waitFor();
});

test('on a phone in Dutch, a reviewer reviews an inspection with several items', async (t) => {
  let inspection: StartedInspection | undefined;
  const portal = await startPortal(t, {
    userName: 'coordinator',
    locale: 'nl-NL',
    viewport: { width: 390, height: 844 },
    prepare: async (service) => {
      const { body } = await (await service.as('admin')).get('/api/v1/content-types');
      inspection = await startNewInspection(service, {
        fields: FIELDS,
        contentTypeId: body.contentTypes[0].id,
        task: { itemsToInspect: ['BR-001', 'BR-002'] },
      });
      const { 'BR-001': firstItemId, 'BR-002': secondItemId } = service.organisation.itemIds;
      await inspection.answer({ Kind: 'kade', Height: 0.5 }, { itemId: firstItemId });
      await inspection.answer({ Kind: 'sluis', Height: 10, Reason: 'Schepen' }, { itemId: secondItemId });
      assert.equal((await inspection.complete()).status, 200);
    },
  });
  if (!portal || !inspection) return;
  const page = await portal.open(`/portal/inspections/${inspection.id}`);
  await page.getByRole('heading', { name: 'Antwoorden die niet voldoen' }).waitFor();
  await page.getByRole('article', { name: 'Hoogte van de kade' }).getByText('0,5').waitFor();
  await page.getByRole('article', { name: 'Hoogte van de sluis' }).getByText('10').waitFor();
  const reason = page.getByRole('article', { name: 'Waarom zo hoog?' });
  assert.equal(await reason.count(), 1, 'only the second item has this question');
  await page.getByRole('switch', { name: '1 niet-gestelde vraag tonen' }).focus();
  await page.keyboard.press('Space');
  await reason.first().getByText('Niet gevraagd').waitFor();
  assert.match(page.url(), /notAsked=true/);
  assert.ok(
    Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390,
    'the page does not scroll sideways',
  );
  await assertAccessibleInBothThemes(page);

  await page.getByRole('button', { name: 'Opmerking bij Hoogte van de sluis' }).click();
  await page.keyboard.type('Meet nog eens');
  await page.getByRole('button', { name: 'Terugsturen ter correctie' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Terugsturen' }).click();
  await page.getByText('Teruggestuurd door coordinator').waitFor();
  await inspection.answer({ Height: 8 }, { itemId: portal.service.organisation.itemIds['BR-002'] });
  await page.getByRole('tab', { name: 'Wijzigingen' }).click();
  await page.getByRole('row', { name: /Hoogte van de sluis.*10.*8/ }).waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});

test('a reviewer sees conflicting answers from two devices', async (t) => {
  let inspection: StartedInspection | undefined;
  const portal = await startPortal(t, {
    userName: 'coordinator',
    prepare: async (service) => {
      inspection = await startNewInspection(service, { fields: FIELDS });
      await inspection.answer({ Kind: 'quay', Height: 3 }, { device: 'phone' });
      await inspection.answer({ Height: 4 }, { device: 'tablet', baseRevision: 0 });
      assert.equal((await inspection.complete()).status, 200);
    },
  });
  if (!portal || !inspection) return;
  const page = await portal.open(`/portal/inspections/${inspection.id}`);
  const height = page.getByRole('article', { name: 'Height of the quay' });
  await height.getByText('4', { exact: true }).waitFor();
  await height.getByText('Conflicting answer').waitFor();
  await height.getByText('anna on phone').waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});

test('the inspection search is stored in the URL', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/inspections?order=newest',
    prepare: async (service) => {
      await startNewInspection(service, {
        fields: FIELDS,
        task: { externalId: 'WO-1', title: 'Inspect the lock' },
      });
      await startNewInspection(service, {
        fields: FIELDS,
        userName: 'bram',
        task: { externalId: 'WO-2', title: 'Inspect the quay' },
      });
    },
  });
  if (!portal) return;
  const { page } = portal;
  const rows = page.getByRole('row', { name: /Inspect the/ });
  await rows.nth(1).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('INSPECT bram');
  await page.waitForURL(/text=INSPECT(\+|%20)bram/);
  await rows.nth(1).waitFor({ state: 'detached' });
  assert.match((await rows.first().textContent()) ?? '', /Inspect the quay/);
  // The back link opens the list with the same search.
  await rows.first().getByRole('link').click();
  await page.getByRole('main').getByRole('link', { name: 'Inspections', exact: true }).click();
  await page.waitForURL(/inspections\?.*text=INSPECT(\+|%20)bram/);
  await page.getByRole('searchbox').fill('nowhere');
  await page.getByText('No matching inspections').waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await rows.nth(1).waitFor();
  portal.assertNoPageErrors();
});

test('a reviewer loads the answers for many items, 25 items at a time', async (t) => {
  let inspection: StartedInspection | undefined;
  const portal = await startPortal(t, {
    userName: 'coordinator',
    prepare: async (service) => {
      const admin = await service.as('admin');
      const [type] = (await admin.get('/api/v1/content-types')).body.contentTypes;
      const names = Array.from({ length: 27 }, (_, index) => `QW-${index + 1}`);
      for (const externalId of names) {
        const response = await admin.post(`/api/v1/content-types/${type.id}/items`, {
          externalId,
          title: externalId,
        });
        assert.equal(response.status, 201, JSON.stringify(response.body));
      }
      inspection = await startNewInspection(service, {
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
  portal.assertNoPageErrors();
});
