import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { createDatabase, registerDatabase } from '#service/testing/create-database.ts';
import { createTestDependencies } from '#service/testing/provision-dependencies.ts';
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

test('changes made by a provisioning file are recorded in the audit log once, without secrets', async (t) => {
  const database = await createDatabase(t);
  await registerDatabase(database);
  const dependencies = createTestDependencies();
  let eventCount = 0;
  const apply = async (text: string) => {
    await provision(database.db, { name: 'file', text }, dependencies);
    const rows = await run<{ kind: string; target_name: string; details: object; rest: object }>(
      database.db,
      `select kind, target_name, details, jsonb_build_array(channel, actor_id, actor_name, address) as rest
       from audit_event where tenant_id = $1 order by event_id`,
      [1],
    );
    const newEvents = rows.slice(eventCount);
    eventCount = rows.length;
    for (const { rest } of newEvents) assert.deepEqual(rest, ['provision file', null, null, null]);
    assert.ok(!/horse|secret-number|argon2/.test(JSON.stringify(newEvents)));
    return newEvents;
  };
  const describeEvents = (rows: { kind: string; target_name: string }[]) =>
    rows.map(({ kind, target_name }) => `${kind} ${target_name}`);

  assert.deepEqual(describeEvents(await apply(FILE)), [
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
  assert.deepEqual(await apply(FILE), []);

  const changedFile = FILE.replace('[Changes.Read]', '[Tasks.Read]')
    .replace('correct horse battery', 'another horse battery')
    .replace('roles: [Inspector]', 'roles: [Planner], surname: Vries, isActive: false')
    .replace('secret-number-one', 'secret-number-two')
    .replace('Inspectors: [anna]', 'Inspectors: [erp]');
  const events = await apply(changedFile);
  assert.deepEqual(describeEvents(events), [
    'role.edited Follower',
    'user.edited anna',
    'user.disabled anna',
    'password.set anna',
    'user.roles-changed anna',
    'api-token.edited erp',
    'team.members-changed Bridges, Inspectors',
  ]);
  assert.deepEqual(events[1]!.details, { before: { surname: '' }, after: { surname: 'Vries' } });
  assert.deepEqual(await apply(changedFile), []);
  const withoutTokens = changedFile.replace(/, tokens: \[.*?\]/, ', tokens: []');
  assert.deepEqual(describeEvents(await apply(withoutTokens)), ['api-token.deleted erp']);
});
