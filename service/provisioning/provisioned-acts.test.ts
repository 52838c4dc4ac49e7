import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { createDatabase, recognise } from '#service/testing/create-database.ts';
import { createMeans } from '#service/testing/provision-means.ts';
import { provision } from './provision.ts';

const FILE = `
tenants:
- tenancyName: default
  roles: [{ name: Follower, tenantWide: false, permissions: [Changes.Read] }]
  users:
    - { userName: anna, password: correct horse battery, roles: [Inspector] }
    - { userName: erp, service: true, roles: [Integration], tokens: [{ clientId: one, clientSecret: secret-number-one }] }
  teams: [{ title: Bridges, groups: { Inspectors: [anna] } }]
`;

test('what a file does to people is in the audit log once, by an operator, without secrets', async (t) => {
  const database = await createDatabase(t);
  await recognise(database);
  const means = createMeans();
  let seen = 0;
  const bring = async (text: string) => {
    await provision(database.db, { name: 'file', text }, means);
    const rows = await run<{ kind: string; target_name: string; details: object; rest: object }>(
      database.db,
      `select kind, target_name, details, jsonb_build_array(channel, actor_id, actor_name, address) as rest
       from audit_event where tenant_id = $1 order by event_id`,
      [1],
    );
    const fresh = rows.slice(seen);
    seen = rows.length;
    for (const { rest } of fresh) assert.deepEqual(rest, ['provision file', null, null, null]);
    assert.ok(!/horse|secret-number|argon2/.test(JSON.stringify(fresh)));
    return fresh;
  };
  const names = (rows: { kind: string; target_name: string }[]) =>
    rows.map(({ kind, target_name }) => `${kind} ${target_name}`);

  assert.deepEqual(names(await bring(FILE)), [
    'role.created Administrator',
    'role.created Integration',
    'role.created Planner',
    'role.created Inspector',
    'role.created Viewer',
    'role.created Follower',
    'user.created anna',
    'user.roles-changed anna',
    'user.created erp',
    'user.roles-changed erp',
    'api-token.created erp',
    'team.created Bridges',
    'team.members-changed Bridges, Inspectors',
  ]);
  assert.deepEqual(await bring(FILE), []);

  const changed = FILE.replace('[Changes.Read]', '[Tasks.Read]')
    .replace('correct horse battery', 'another horse battery')
    .replace('roles: [Inspector]', 'roles: [Planner], surname: Vries, isActive: false')
    .replace('secret-number-one', 'secret-number-two')
    .replace('Inspectors: [anna]', 'Inspectors: [erp]');
  const acts = await bring(changed);
  assert.deepEqual(names(acts), [
    'role.edited Follower',
    'user.edited anna',
    'user.disabled anna',
    'password.set anna',
    'user.roles-changed anna',
    'api-token.edited erp',
    'team.members-changed Bridges, Inspectors',
  ]);
  assert.deepEqual(acts[1]!.details, { before: { surname: '' }, after: { surname: 'Vries' } });
  assert.deepEqual(await bring(changed), []);
  const without = changed.replace(/, tokens: \[.*?\]/, ', tokens: []');
  assert.deepEqual(names(await bring(without)), ['api-token.deleted erp']);
});
