import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { addBackupRuns } from '#service/testing/add-backup-runs.ts';

test('an administrator is warned of a backup that failed, with the age of the last good one', async (t) => {
  const portal = await startPortal(t, {
    userName: 'admin',
    path: '/portal',
    prepare: addBackupRuns,
  });
  if (!portal) return;
  const { page } = portal;
  const warning = page.getByRole('status').filter({ hasText: 'The last backup failed' });
  await warning.getByText(/Last good backup: yesterday\./).waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertQuiet();
});
