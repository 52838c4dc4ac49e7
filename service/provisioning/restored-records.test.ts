import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taskBody } from '#service/testing/caller.ts';
import { createTestDependencies } from '#service/testing/provision-dependencies.ts';
import { startService } from '#service/testing/start-service.ts';
import { provision } from './provision.ts';

const anyRevision = { 'if-match': '*' };

test('a file restores archived items and deleted versions, and its changes increase their revisions', async (t) => {
  const { database, organisation, as } = await startService(t);
  const [admin, erp] = [await as('admin'), await as('erp')];
  const apply = (text: string) =>
    provision(
      database.db,
      { name: 'f.yaml', text: `tenants: [{ tenancyName: default, ${text} }]` },
      createTestDependencies(),
    );
  const { workbookIds, versionIds, itemIds } = organisation;
  await erp.task('post', taskBody({ workbookName: 'BridgeInspection', itemsToInspect: ['BR-001'] }));
  const [bridge] = (await admin.get('/api/v1/content-types')).body.contentTypes;
  const itemPath = `/api/v1/content-types/${bridge.id}/items/${itemIds['BR-001']}`;
  const workbookPath = `/api/v1/workbooks/${workbookIds.BridgeInspection}`;
  const versionPath = `${workbookPath}/versions/${versionIds.BridgeInspection}`;
  await admin.request('DELETE', itemPath, undefined, anyRevision);
  await admin.request('DELETE', versionPath, undefined, anyRevision);
  const { body: deletedVersion } = await admin.get(versionPath);
  assert.deepEqual([deletedVersion.isDeleted, deletedVersion.deleterUser], [true, 'admin']);

  const changes = '/api/services/custom/externaltask/GetChanges?changeToken=';
  const { nextChangeToken } = (await erp.get(`${changes}__________8`)).body.result;
  const { fields, versionCode, version } = deletedVersion;
  const versionInFile = { version, versionCode, title: 'Retitled', deleted: false, fields };
  const summary = await apply(`
    contentTypes: [{ name: BRIDGE, items: [{ externalId: BR-001, title: Bridge BR-001 }] }],
    workbooks: [{ name: BridgeInspection, title: New, versions: [${JSON.stringify(versionInFile)}] }]`);
  assert.deepEqual(summary.items, { created: 0, updated: 1, unchanged: 0 });
  const { body: restoredItem } = await admin.get(itemPath);
  assert.deepEqual([restoredItem.isArchived, restoredItem.revision], [false, 3]);
  const { body: restoredVersion } = await admin.get(versionPath);
  const { isDeleted, deletionTime, deleterUser, revision } = restoredVersion;
  assert.deepEqual([isDeleted, deletionTime, deleterUser, revision], [false, null, null, 3]);
  // Tasks and inspections show the title of their version, so they have changed too.
  const { results } = (await erp.get(`${changes}${nextChangeToken}`)).body.result;
  assert.deepEqual(
    results.map(({ workbookTitle }: { workbookTitle: string }) => workbookTitle),
    ['Retitled'],
  );
  // Edits based on data read before the file was applied are rejected.
  const stale = { 'if-match': '"1"' };
  assert.equal((await admin.request('PATCH', workbookPath, { title: 'Mine' }, stale)).status, 412);
  const contentTypePath = `/api/v1/content-types/${bridge.id}`;
  assert.equal((await admin.request('PATCH', contentTypePath, { name: 'Mine' }, stale)).status, 412);
});

test("a file without expectedMinutes leaves a workbook's expectedMinutes unchanged", async (t) => {
  const { database, organisation, as } = await startService(t);
  const admin = await as('admin');
  const outcomes: unknown[] = [];
  for (const field of [
    '',
    'expectedMinutes: 90',
    'expectedMinutes: 90',
    'title: Other',
    'expectedMinutes: null',
  ]) {
    const text = `tenants: [{ tenancyName: default, workbooks: [{ name: Railing, ${field} }] }]`;
    const { workbooks } = await provision(database.db, { name: 'f.yaml', text }, createTestDependencies());
    const { body } = await admin.get(`/api/v1/workbooks/${organisation.workbookIds.Railing}`);
    outcomes.push([body.expectedMinutes, workbooks.updated]);
  }
  assert.deepEqual(outcomes, [
    [null, 0],
    [90, 1],
    [90, 0],
    [90, 1],
    [null, 1],
  ]);
});
