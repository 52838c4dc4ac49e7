import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';

/** Returns what a screen reader reads out after an input's name. */
const readDescription = async (input: Locator): Promise<string> => {
  const ids = ((await input.getAttribute('aria-describedby')) ?? '').split(' ').filter((id) => id !== '');
  const contents = ids.map((id) => input.page().locator(`[id="${id}"]`).textContent());
  return (await Promise.all(contents)).join(' ');
};

test('required fields are explained in the selected language next to each field, until they have a value', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/tasks/new',
    locale: 'nl-NL',
  });
  if (!portal) return;
  const { page } = portal;
  const message = page.getByText('Dit veld is verplicht.');
  const title = page.getByRole('textbox', { name: 'Titel' });
  const team = page.getByRole('combobox', { name: 'Team' });
  await page.getByRole('textbox', { name: 'Omschrijving' }).fill('Controleer de bouten');
  await page.getByRole('button', { name: 'Taak aanmaken' }).click();
  await message.nth(1).waitFor();
  assert.equal(await readDescription(title), 'Dit veld is verplicht.');
  assert.equal(await readDescription(team), 'Dit veld is verplicht.');
  assert.equal(await title.and(page.locator(':focus')).count(), 1, 'the first invalid field has the focus');
  await assertAccessibleInBothThemes(page);

  await title.fill('Brug');
  await message.nth(1).waitFor({ state: 'detached' });
  assert.equal(await readDescription(title), '');
  await team.click();
  await page.getByRole('option', { name: 'Bridges' }).click();
  await message.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Taak aanmaken' }).click();
  await message.waitFor();
  assert.match(await readDescription(page.getByRole('combobox', { name: 'Werkboek' })), /verplicht/);
  portal.assertNoPageErrors();
});

test('an invalid email address is explained in the selected language', async (t) => {
  const portal = await startPortal(t, { path: '/portal/people?new=person', locale: 'de-DE' });
  if (!portal) return;
  const { page } = portal;
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Benutzername' }).fill('carla');
  await dialog.getByRole('textbox', { name: 'Vorname' }).fill('Carla');
  await dialog.getByRole('textbox', { name: 'E-Mail' }).fill('carla');
  await dialog.getByRole('button', { name: 'Anlegen und einladen' }).click();
  await dialog.getByText('Geben Sie eine E-Mail-Adresse ein').waitFor();
  assert.equal(await dialog.getByText('Dieses Feld ist erforderlich.').count(), 0);
  portal.assertNoPageErrors();
});
