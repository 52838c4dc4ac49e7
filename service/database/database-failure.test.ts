import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '#service/testing/start-service.ts';
import { run } from './statement.ts';

test('a request that waits too long for a lock returns 503, and the log contains the SQLSTATE and route but no values', async (t) => {
  const { database, organisation, logLines, as } = await startService(t);
  const { tenantId, teamIds } = organisation;
  const admin = await as('admin');
  const blockingTransaction = await database.db.startTransaction().execute();
  try {
    await run(blockingTransaction, 'select from team where tenant_id = $1 and team_id = $2 for update', [
      tenantId,
      teamIds.Locks,
    ]);
    const headers = { 'if-match': '*' };
    const response = await admin.request(
      'PATCH',
      `/api/v1/teams/${teamIds.Locks}`,
      { title: 'Sluices' },
      headers,
    );
    assert.equal(response.status, 503);
    const warnings = logLines.map((line) => JSON.parse(line)).filter(({ code }) => code !== undefined);
    assert.deepEqual(
      warnings.map(({ time: _, pid: __, hostname: ___, ...warning }) => warning),
      [
        {
          level: 40,
          code: '55P03',
          route: 'PATCH /api/v1/teams/:id',
          requestId: response.headers.get('x-request-id'),
          msg: 'the database rejected a request',
        },
      ],
    );
    assert.ok(!logLines.join().includes('Sluices'));
  } finally {
    await blockingTransaction.rollback().execute();
  }
});
