import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { type StartedInspection, startNewInspection } from '#service/testing/start-new-inspection.ts';

test('a reviewer creates a link to a report and revokes it', async (t) => {
  let inspection: StartedInspection | undefined;
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal',
    prepare: async (service) => {
      inspection = await startNewInspection(service, {
        fields: [{ name: 'Colour', type: 'text', label: 'Colour' }],
      });
      await inspection.answer({ Colour: 'red' }, { device: 'phone' });
      assert.equal((await inspection.complete()).status, 200);
    },
  });
  if (!portal || !inspection) return;
  const { open } = portal;
  const page = await open(`/portal/inspections/${inspection.id}?tab=report&language=nl`);
  await page.getByText('No links to this report yet.').waitFor();
  assert.match((await page.getByTitle(/Report of/).getAttribute('src')) ?? '', /report\.pdf\?language=nl$/);
  await page.getByRole('button', { name: 'Create link' }).click();
  assert.match(await page.getByLabel('Link', { exact: true }).inputValue(), /\/shared\/reports\//);
  await page.getByText('Active', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Revoked', { exact: true }).waitFor();

  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('row', { name: /Colour.*red.*anna.*phone/ }).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('tab', { name: 'Changes' }).click();
  await page.getByText('Nothing to compare yet').waitFor();

  // Viewers cannot review.
  const viewer = await open(`/portal/inspections/${inspection.id}`, 'viewer');
  await viewer.getByText('red', { exact: true }).waitFor();
  assert.equal(await viewer.getByRole('button', { name: 'Approve' }).count(), 0);
  assert.equal(await viewer.getByRole('button', { name: /Comment on/ }).count(), 0);
  portal.assertNoPageErrors();
});

test('on a phone in Dutch, a reviewer creates a link to a report that opens without an account', async (t) => {
  let inspection: StartedInspection | undefined;
  const portal = await startPortal(t, {
    userName: 'coordinator',
    locale: 'nl-NL',
    viewport: { width: 390, height: 844 },
    prepare: async (service) => {
      inspection = await startNewInspection(service, {
        fields: [{ name: 'Colour', type: 'text', label: 'Colour' }],
      });
    },
  });
  if (!portal || !inspection) return;
  const page = await portal.open(`/portal/inspections/${inspection.id}?tab=report`);
  await page.getByText('U kunt het rapport delen zodra de inspectie is voltooid.').waitFor();
  assert.equal((await inspection.complete()).status, 200);
  await page.getByRole('button', { name: 'Link aanmaken' }).click();
  const url = await page.getByLabel('Link', { exact: true }).inputValue();
  const report = await fetch(url);
  assert.equal(report.headers.get('content-type'), 'application/pdf');
  assert.ok(
    Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390,
    'the page does not scroll sideways',
  );
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Intrekken' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Intrekken' }).click();
  await page.getByText('Ingetrokken', { exact: true }).waitFor();
  assert.equal((await fetch(url)).status, 404);
  portal.assertNoPageErrors();
});
