import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { readQrCode } from '#portal/testing/read-qr-code.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { type StartedInspection, startNewInspection } from '#service/testing/start-new-inspection.ts';

test('the task page links to its inspections and shows which properties prefilled questions', async (t) => {
  let inspection: StartedInspection | undefined;
  const portal = await startPortal(t, {
    userName: 'coordinator',
    prepare: async (service) => {
      inspection = await startNewInspection(service, {
        fields: [
          { name: 'Colour', type: 'text', label: 'Colour', failWhen: ". = 'red'" },
          { name: 'Height', type: 'decimal', label: 'Height' },
        ],
        task: { title: 'Inspect the lock', Colour: 'red', Height: 'tall', Urgency: 'high' },
      });
    },
  });
  if (!portal || !inspection) return;
  const page = await portal.open(`/portal/tasks/${inspection.taskId}`);
  const locateProperty = (name: string) => page.locator(`dt:text-is("${name}") + dd`);
  await locateProperty('Colour').getByText('Prefilled', { exact: true }).waitFor();
  await locateProperty('Height').getByText('Not prefilled', { exact: true }).waitFor();
  await locateProperty('Height').getByText('requires a number').waitFor();
  await locateProperty('Urgency').getByText('No matching question').waitFor();
  await page.getByText(/^Started /).waitFor();
  await page.getByText('Live').waitFor();
  await assertAccessibleInBothThemes(page);

  assert.equal((await inspection.complete()).status, 200);
  await page.getByText('1 failed answer').waitFor();
  await page.getByRole('link', { name: 'Inspection by anna' }).click();
  await page.getByRole('heading', { name: 'Failed answers' }).waitFor();
  await page.getByText('Height could not fill Height').waitFor();
  await page.getByRole('link', { name: 'WO-1' }).click();
  await page.getByRole('heading', { name: 'Planning' }).waitFor();

  // The page of a task that has not been started explains prefilling. A user who cannot view the inspection sees
  // only a message.
  const planner = await portal.service.as('coordinator');
  const { body: unstartedTask } = await planner.post('/api/v1/tasks', {
    title: 'Inspect the quay',
    teamName: 'Bridges',
    workbookName: 'BridgeInspection',
    customProperties: { Height: 3 },
  });
  const unstartedPage = await portal.open(`/portal/tasks/${unstartedTask.id}`);
  await unstartedPage.getByText('Not started yet.').waitFor();
  await unstartedPage.getByText('prefills the question with the same name').waitFor();
  const bramPage = await portal.open(`/portal/tasks/${inspection.taskId}`, 'bram');
  await bramPage.getByText('You do not have permission to view it').waitFor();
  assert.equal(await bramPage.getByText('Prefilled', { exact: true }).count(), 0);
  portal.assertNoPageErrors();
});

test('the task page fits a phone in Dutch', async (t) => {
  let inspection: StartedInspection | undefined;
  const portal = await startPortal(t, {
    userName: 'coordinator',
    locale: 'nl-NL',
    viewport: { width: 390, height: 844 },
    prepare: async (service) => {
      inspection = await startNewInspection(service, {
        fields: [{ name: 'Colour', type: 'text', label: 'Colour' }],
        task: {
          Reference: 'https://example.org/a-long-path-without-a-space/that-is-wider-than-the-phone',
          Colour: 'red',
        },
      });
    },
  });
  if (!portal || !inspection) return;
  const page = await portal.open(`/portal/tasks/${inspection.taskId}`);
  await page.getByRole('link', { name: 'Inspectie door anna' }).waitFor();
  await page.getByText('Vooraf ingevuld', { exact: true }).waitFor();
  await page.getByText('Geen bijbehorende vraag').waitFor();
  assert.ok(
    Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390,
    'the page does not scroll sideways',
  );
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});

test('a planner can show and print a task’s QR code, which contains its URL', async (t) => {
  let taskId = '';
  const portal = await startPortal(t, {
    userName: 'coordinator',
    prepare: async (service) => {
      taskId = await planTask(service, await service.as('coordinator'), { title: 'Inspect the lock' });
    },
  });
  if (!portal) return;
  const page = await portal.open(`/portal/tasks/${taskId}`);
  await page.getByRole('button', { name: 'QR code' }).click();
  const code = page.getByRole('img', { name: 'QR code of Inspect the lock' });
  assert.equal(await readQrCode(code), `${portal.service.url}/inspect/tasks/${taskId}`);
  await assertAccessibleInBothThemes(page);

  await page.emulateMedia({ media: 'print' });
  assert.ok(await code.isVisible());
  await page.getByRole('button', { name: 'Print' }).waitFor({ state: 'hidden' });
  await page.getByRole('heading', { name: 'Planning' }).waitFor({ state: 'hidden' });
  portal.assertNoPageErrors();
});
