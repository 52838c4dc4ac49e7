import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { createDatabase, registerDatabase } from '#service/testing/create-database.ts';
import { createTestDependencies } from '#service/testing/provision-dependencies.ts';
import { formatProvisionSchema } from './json-schema.ts';
import { provision } from './provision.ts';
import { hasChanges } from './summary.ts';

const readDoc = (name: string) => readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

const prepare = async (t: TestContext) => {
  const database = await createDatabase(t);
  await registerDatabase(database);
  const dependencies = createTestDependencies();
  return {
    db: database.db,
    apply: (text: string) => provision(database.db, { name: 'organisation.yaml', text }, dependencies),
  };
};

test('the published schema matches this version (otherwise, run `npm run json-schemas`)', async () => {
  assert.equal(await readDoc('operate/provision.schema.json'), formatProvisionSchema());
});

test('the examples in the guide work when followed in order', async (t) => {
  const guide = await readDoc('operate/provisioning.md');
  const examples = [...guide.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text]) => text!);
  assert.equal(examples.length, 3);
  const { db, apply } = await prepare(t);
  for (const example of examples) {
    assert.equal(hasChanges(await apply(example)), true);
    assert.equal(hasChanges(await apply(example)), false);
  }
  const members = await run(
    db,
    `select group_member.kind, app_user.user_name, app_user.is_active from group_member join app_user using (tenant_id, user_id)
     where tenant_id = $1 order by group_member.kind`,
    [1],
  );
  assert.deepEqual(members, [
    { kind: 'Coordinators', user_name: 'piet', is_active: true },
    { kind: 'Inspectors', user_name: 'piet', is_active: true },
  ]);
});

test('errors are shown as in the guide', async (t) => {
  const guide = await readDoc('operate/provisioning.md');
  const [, expectedMessage] = /^```text\n(.*?)\n```$/ms.exec(guide) ?? [];
  const { apply } = await prepare(t);
  const file = `tenants:
  - tenancyName: default
    workbooks:
      - name: BridgeInspection
        versions:
          - { published: true,         version: 1.0, versionCode: 1, fields: [{ name: A, type: text }] }
    users:
      - { userName: a, roles: [Inspektor] }
    teams:
      - { title: Bridges, members: [a] }
`;
  await assert.rejects(apply(file), { message: expectedMessage });
});
