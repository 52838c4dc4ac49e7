import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { addBackupRuns } from '#service/testing/add-backup-runs.ts';

test('an administrator sees a warning after a failed backup, including the age of the last successful one', async (t) => {
  const portal = await startPortal(t, {
    userName: 'admin',
    path: '/portal',
    prepare: addBackupRuns,
  });
  if (!portal) return;
  const { page } = portal;
  const warning = page.getByRole('status').filter({ hasText: 'The last backup failed' });
  await warning.getByText(/Last successful backup: yesterday\./).waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});
