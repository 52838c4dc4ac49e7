import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openShowcase } from '#inspector/testing/open-showcase.ts';
import { assertAccessibleInBothThemes } from '#portal/testing/open-portal.ts';
import { assertWithinWindow } from '#portal/testing/phone.ts';
import { assertAccessible } from '#service/testing/accessibility.ts';

const AMSTERDAM = { latitude: 52.3702, longitude: 4.8952 };

test('an inspector finds a location, finds it again, types it and removes it', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  const page = await showcase.open('location', {
    viewport: { width: 320, height: 640 },
    permissions: ['geolocation'],
    geolocation: { ...AMSTERDAM, accuracy: 23.4 },
  });
  await page.getByRole('button', { name: 'Find my location' }).click();
  await page.getByText('Accurate to 24 m so far').waitFor();
  await page.context().setGeolocation({ ...AMSTERDAM, accuracy: 6 });
  await page.getByText('52.37020, 4.89520').waitFor();
  await page.getByText('Accurate to 6 m').waitFor();

  await page.context().setGeolocation({ latitude: 51, longitude: 4, accuracy: 40 });
  await page.getByRole('button', { name: 'Find again' }).click();
  await page.getByText('Accurate to 40 m so far').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Accurate to 6 m').waitFor();
  await page.getByRole('button', { name: 'Find again' }).click();
  await page.getByRole('button', { name: 'Use this location' }).click();
  await page.getByText('51.00000, 4.00000').waitFor();

  const coordinates = page.getByRole('textbox', { name: /latitude and longitude/ });
  await coordinates.fill('95, 4');
  await page.keyboard.press('Enter');
  await page.getByText('“95, 4” is not a valid latitude and longitude').waitFor();
  await assertAccessibleInBothThemes(page);
  await coordinates.fill('52,37; 4,89');
  await page.getByRole('button', { name: 'Use coordinates' }).click();
  await page.getByText('Entered manually, accuracy unknown').waitFor();
  await page.getByText('{"latitude":52.37,"longitude":4.89}').waitFor();
  await page.getByRole('button', { name: 'Remove location' }).click();
  await page.getByText('null').waitFor();

  await page.getByRole('button', { name: 'Find my location' }).click();
  await page.getByText('Accurate to 40 m so far').waitFor();
  await assertWithinWindow(page);
  // Does not wait for animations to end: the loader's never does.
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await assertAccessible(page);
  }
  showcase.assertNoPageErrors();
});

test('an inspector who denied location access sees what to do', async (t) => {
  const showcase = await openShowcase(t);
  if (!showcase) return;
  const page = await showcase.open('location', { viewport: { width: 320, height: 640 }, locale: 'nl-NL' });
  await page.getByRole('button', { name: 'Mijn locatie bepalen' }).click();
  await page.getByRole('alert').getByText('De app mag uw locatie niet gebruiken').waitFor();
  await assertAccessibleInBothThemes(page);
  await assertWithinWindow(page);
  assert.ok(await page.getByRole('button', { name: 'Mijn locatie bepalen' }).isEnabled());
  showcase.assertNoPageErrors();
});
