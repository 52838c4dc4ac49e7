import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { run } from '#service/database/statement.ts';

test('an administrator is warned of a backup that failed, with the age of the last good one', async (t) => {
  const portal = await startPortal(t, {
    userName: 'admin',
    path: '/portal',
    prepare: async ({ database }) => {
      await run(
        database.db,
        `insert into backup_run (state, started_at, ended_at, snapshot_at, target, host, process_id)
         values ('succeeded', now() - interval '30 hours', now() - interval '30 hours', now() - interval '30 hours', '', '', $1),
                ('failed', now() - interval '6 hours', now() - interval '6 hours', null, '', '', $1)`,
        [1],
      );
    },
  });
  if (!portal) return;
  const { page } = portal;
  const warning = page.getByRole('status').filter({ hasText: 'The last backup failed' });
  await warning.getByText(/Last backup: yesterday\./).waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertQuiet();
});
