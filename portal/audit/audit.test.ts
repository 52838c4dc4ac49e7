import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUDIT_KINDS, AUDIT_TARGETS } from '#contract/audit.ts';
import { startOfDay } from '#kit/days.ts';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { parseAuditSearch, TARGETS } from './audit-search.ts';
import { KIND_TONES } from './kinds.ts';

test('the portal knows every kind of event and every type of target in the API', () => {
  assert.deepEqual(Object.keys(KIND_TONES).toSorted(), Object.keys(AUDIT_KINDS).toSorted());
  assert.deepEqual([...new Set(Object.values(KIND_TONES))].toSorted(), ['bad', 'calm', 'plain', 'warn']);
  assert.deepEqual([...TARGETS], [...AUDIT_TARGETS]);
});

test('the audit log’s filters are stored in the URL', () => {
  const search = { kind: 'user.created', actor: 'admin', targetType: 'user', from: '2026-11-01' };
  assert.deepEqual(parseAuditSearch({ ...search, to: '2026-13-41', colour: 'red', event: 'x' }), search);
  assert.deepEqual(parseAuditSearch({ event: 12 }), { event: '12' });
  assert.deepEqual(parseAuditSearch({ kind: '../x', targetType: 'planet', from: 'yesterday' }), {});
});

test('a day ends where the next one starts, even when daylight saving time ends', () => {
  assert.deepEqual(startOfDay('2026-10-31', 1), startOfDay('2026-11-01'));
  assert.deepEqual(startOfDay('2026-12-31', 1), startOfDay('2027-01-01'));
});

test('an administrator finds out who created a person, and reads the details', async (t) => {
  const portal = await startPortal(t, {
    path: '/portal/audit',
    prepare: async ({ as }) => {
      const admin = await as('admin');
      for (const userName of ['dirk', 'els']) await admin.post('/api/v1/users', { userName });
      await admin.post('/api/v1/roles', { name: 'Foreman', isTenantWide: false, permissions: [] });
    },
  });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('row', { name: /Role created/ }).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('combobox', { name: 'Event' }).click();
  await page.getByRole('option', { name: 'User created' }).click();
  await page.waitForURL(/kind=user\.created/);
  await page.getByRole('row', { name: /Role created/ }).waitFor({ state: 'hidden' });
  const row = page.getByRole('row', { name: /User created.*dirk/ });
  await row.getByRole('link', { name: /^Details/ }).click();
  const drawer = page.getByRole('dialog', { name: 'User created' });
  await drawer.getByText('User: dirk').waitFor();
  await assertAccessibleInBothThemes(page);
  const otherPage = await portal.open(
    new URL(page.url()).pathname + new URL(page.url()).search.replace('user.created', 'role'),
  );
  await otherPage.getByRole('dialog', { name: 'User created' }).getByText('User: dirk').waitFor();
  await drawer.getByRole('button', { name: 'Show only events for this target' }).click();
  await page.getByRole('row', { name: /els/ }).waitFor({ state: 'hidden' });
  const href = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href');
  const file = await (await page.request.get(new URL(href!, page.url()).href)).text();
  assert.match(file, /dirk/);
  assert.doesNotMatch(file, /els/);
  portal.assertNoPageErrors();
});
