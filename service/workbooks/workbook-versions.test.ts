import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { runAs } from '#service/admission/caller.ts';
import { createDatabase } from '#service/testing/create-database.ts';
import { addWorkbook, createOrganisation } from '#service/testing/organisation.ts';
import { createWorkbookVersions } from './workbook-versions.ts';

/** The compiled patterns of a form with these fields are estimated at 64 MB, from a definition of only 2 KB. */
const fields = Array.from({ length: 19 }, (_, index) => ({
  ...{ name: `F${index}`, type: 'text' as const },
  constraint: `regex(., '${'x'.repeat(index)}([a-z]{99}){49}')`,
}));

test('compiled forms stay in the cache until those of the same tenant use too much memory', async (t) => {
  const { db } = await createDatabase(t);
  const [large, small] = [await createOrganisation(db, 'large'), await createOrganisation(db, 'small')];
  const versions = createWorkbookVersions();
  const load = ({ tenantId, versionIds }: typeof large, workbook: string) =>
    versions.loadForm(db, tenantId, versionIds[workbook]!);

  const [largeTenantForm, smallTenantForm] = [await load(large, 'Railing'), await load(small, 'Railing')];
  assert.equal(await load(large, 'Railing'), largeTenantForm);
  for (const name of ['first', 'second', 'third']) {
    await addWorkbook(db, large, { name, fields });
    await load(large, name);
  }
  assert.notEqual(await load(large, 'Railing'), largeTenantForm);
  assert.equal(await load(small, 'Railing'), smallTenantForm);
});

test('a user can compile one form at a time and the server two, and every request gets its form', async (t) => {
  const { db } = await createDatabase(t);
  const organisations = await Promise.all(['a', 'b', 'c'].map((name) => createOrganisation(db, name)));
  for (const organisation of organisations)
    for (const name of ['first', 'second', 'third']) await addWorkbook(db, organisation, { name, fields });
  const versions = createWorkbookVersions();
  const queue = versions.queues['forms for reads'];
  const loadAllForms = async (tenants: typeof organisations) => {
    let isDone = false;
    const loaded = Promise.all(
      tenants.flatMap(({ tenantId, versionIds }) =>
        ['first', 'first', 'second', 'third'].map((name) =>
          runAs({ tenant: tenantId, user: 'anna' }, () => versions.loadForm(db, tenantId, versionIds[name]!)),
        ),
      ),
    ).finally(() => {
      isDone = true;
    });
    let held = 0;
    while (!isDone) {
      held = Math.max(held, queue.getLoad().held);
      await setImmediate();
    }
    return { held, forms: await loaded };
  };
  const { held, forms } = await loadAllForms(organisations.slice(0, 1));
  assert.equal(held, 1);
  assert.ok(forms[0] === forms[1], 'a form that another request has compiled is not compiled again');
  assert.equal((await loadAllForms(organisations)).held, 2);
});

test("the same user's reads and transactions can compile forms concurrently", async (t) => {
  const { db } = await createDatabase(t);
  const organisation = await createOrganisation(db, 'a');
  const names = Array.from({ length: 12 }, (_, index) => `form ${index}`);
  for (const name of names) await addWorkbook(db, organisation, { name, fields });
  const versions = createWorkbookVersions();
  const { tenantId, versionIds } = organisation;
  const loaded = await runAs({ tenant: tenantId, user: 'anna' }, () =>
    Promise.all(
      names.map((name, index) =>
        index % 2 === 0
          ? versions.loadForm(db, tenantId, versionIds[name]!)
          : db.transaction().execute((trx) => versions.loadForm(trx, tenantId, versionIds[name]!)),
      ),
    ),
  );
  assert.equal(loaded.length, names.length);
});
