import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { DUTCH_PHONE } from '#portal/testing/phone.ts';
import { planTask } from '#service/testing/plan-task.ts';

test('a planner types dates in the selected language’s format, and an invalid date is not saved', async (t) => {
  let id = '';
  const portal = await startPortal(t, {
    userName: 'coordinator',
    prepare: async (service) => {
      id = await planTask(service, await service.as('coordinator'), {});
    },
  });
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Deutsch' }).click();
  // The selected language is stored once its messages have loaded.
  await page.getByRole('link', { name: 'Aufgaben', exact: true }).first().waitFor();
  await page.goto(`${service.url}/portal/tasks/${id}/edit`);
  const due = page.getByRole('textbox', { name: 'Fällig am' });
  await due.and(page.getByPlaceholder('tt.mm.jjjj, --:--')).waitFor();
  const save = page.getByRole('button', { name: 'Speichern', exact: true });
  await page.getByRole('textbox', { name: 'Beschreibung' }).fill('Check the bolts');
  await due.fill('31.2.2030 12:00');
  await save.click();
  await page.getByText('Geben Sie Datum und Uhrzeit ein, z. B. 31.12.2026, 14:30.').waitFor();
  await assertAccessibleInBothThemes(page);
  await due.fill('1.2.2030 12:00');
  await page.keyboard.press('Tab');
  assert.equal(await due.inputValue(), '01.02.2030, 12:00');
  await save.click();
  await page.waitForURL(new RegExp(`/tasks/${id}$`));
  const { body } = await (await service.as('coordinator')).get(`/api/v1/tasks/${id}`);
  assert.equal(body.dueDate, '2030-02-01T11:00:00.000Z');
  portal.assertNoPageErrors();
});

test('on a phone in Dutch, a planner selects a day in a calendar with weeks starting on Monday, and types the time', async (t) => {
  const portal = await startPortal(t, {
    ...DUTCH_PHONE,
    userName: 'coordinator',
    path: '/portal/tasks/new',
  });
  if (!portal) return;
  const { page } = portal;
  const start = page.getByRole('textbox', { name: 'Geplande start' });
  await start.fill('8-1-2030 9:30');
  await page.getByRole('button', { name: 'Kalender: Geplande start' }).click();
  const calendar = page.getByRole('dialog');
  await calendar.getByRole('button', { name: '8 januari 2030' }).and(page.locator(':focus')).waitFor();
  assert.deepEqual(await calendar.locator('th').allTextContents(), [
    'ma',
    'di',
    'wo',
    'do',
    'vr',
    'za',
    'zo',
  ]);
  await assertAccessibleInBothThemes(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await calendar.waitFor({ state: 'detached' });
  await start.and(page.locator(':focus')).waitFor();
  assert.equal(await start.inputValue(), '15-01-2030, 09:30');
  // The time is selected, ready to be typed over.
  await page.keyboard.type('10:15');
  assert.equal(await start.inputValue(), '15-01-2030, 10:15');
  portal.assertNoPageErrors();
});

test('an American planner’s weeks start on Sunday, and Escape closes the calendar but not the dialog', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/tasks',
    locale: 'en-US',
    prepare: async (service) => planTask(service, await service.as('coordinator'), { title: 'Railing' }),
  });
  if (!portal) return;
  const { page } = portal;
  await page.getByLabel('Select Railing').click();
  await page.keyboard.press('p');
  const start = page.getByRole('textbox', { name: 'Planned start' });
  await start.fill('3/4/2030, 2:30 pm');
  await page.getByRole('button', { name: 'Calendar: Planned start' }).click();
  const day = page.getByRole('button', { name: '4 March 2030' });
  await day.and(page.locator(':focus')).waitFor();
  assert.equal(await page.locator('th').first().textContent(), 'Sun');
  await assertAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await day.waitFor({ state: 'detached' });
  assert.equal(await start.inputValue(), '03/04/2030, 02:30 PM');
  portal.assertNoPageErrors();
});
