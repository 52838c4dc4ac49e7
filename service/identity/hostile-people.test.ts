import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NewApiToken } from '#contract/api-token.ts';
import { NewPasswordLink } from '#contract/password-link.ts';
import { NewRole, RolePatch } from '#contract/role.ts';
import { NewTeam, TeamPatch } from '#contract/team-management.ts';
import { NewUser, OwnPasswordChange, UserPatch } from '#contract/user.ts';
import { manage } from '#service/testing/manage-people.ts';
import { startService } from '#service/testing/start-service.ts';

/** The JSON values that the tests send in each field. */
const HOSTILE_VALUES = [
  'null',
  'true',
  '0',
  '-1',
  '1e400',
  '12345678901234567890',
  '""',
  '" "',
  String.raw`"\u0000"`,
  String.raw`"\ud800"`,
  '"\u202e\u2028"',
  `"${'a'.repeat(300_000)}"`,
  '"__proto__"',
  '"Robert\'); drop table app_user; --"',
  '"9999-12-31T23:59:59.999Z"',
  '[]',
  '[null]',
  '["__proto__", "constructor"]',
  `[${'"Viewer",'.repeat(5_000)}"Viewer"]`,
  '{}',
  '{"__proto__": {"isAdmin": true}}',
];

test('no value in any field causes an internal error', async (t) => {
  const service = await startService(t);
  const { admin, add } = await manage(service);
  const { userIds, teamIds } = service.organisation;
  const bot = await add({ userName: 'bot', isService: true });
  const role = (await admin.post('/api/v1/roles', { name: 'R', isTenantWide: false, permissions: [] })).body
    .id;
  const operations: [string, string, { properties: object }, Record<string, unknown>][] = [
    ['POST', '/api/v1/users', NewUser, { userName: 'x' }],
    ['PATCH', `/api/v1/users/${userIds.anna}`, UserPatch, {}],
    ['POST', '/api/v1/roles', NewRole, { name: 'N', isTenantWide: true, permissions: [] }],
    ['PATCH', `/api/v1/roles/${role}`, RolePatch, {}],
    ['POST', `/api/v1/users/${bot}/tokens`, NewApiToken, {}],
    [
      'POST',
      `/api/v1/users/${userIds.bram}/password-links`,
      NewPasswordLink,
      { purpose: 'reset', delivery: 'link' },
    ],
    ['POST', '/api/v1/teams', NewTeam, { title: 'T' }],
    ['PATCH', `/api/v1/teams/${teamIds.Locks}`, TeamPatch, {}],
    ['POST', '/api/v1/me/password', OwnPasswordChange, { currentPassword: 'x', newPassword: 'y' }],
  ];
  const statuses = new Set<number>();
  for (const [method, path, { properties }, requiredFields] of operations) {
    for (const field of Object.keys(properties)) {
      for (const value of HOSTILE_VALUES) {
        const otherFields = Object.entries(requiredFields).filter(([name]) => name !== field);
        const fields = [
          ...otherFields.map(([name, other]) => `"${name}":${JSON.stringify(other)}`),
          `"${field}":${value}`,
        ];
        const { status, body } = await admin.request(method, path, `{${fields.join()}}`, {
          'if-match': '*',
        });
        assert.ok(status < 500, `${method} ${path} ${field} ${value.slice(0, 60)}: ${JSON.stringify(body)}`);
        statuses.add(status);
      }
    }
  }
  assert.ok(statuses.has(422) && !statuses.has(401), [...statuses].join());
  assert.ok(!service.logLines.some((line) => JSON.parse(line).level >= 50));
});

test('no query or path causes an internal error', async (t) => {
  const service = await startService(t);
  const admin = await service.as('admin');
  const { userIds, teamIds } = service.organisation;
  const hostileValues = [
    '',
    '%00',
    '%ff',
    '%27%22%5c',
    '..%2f..',
    '-1',
    '0',
    '1e3',
    '9'.repeat(40),
    '%F0%9F%98%80',
    'a'.repeat(2_000),
  ];
  const paths = hostileValues.flatMap((value) => [
    `/api/v1/users/${value}`,
    `/api/v1/users/${userIds.anna}/tokens/${value}`,
    `/api/v1/roles/${value}`,
    `/api/v1/teams/${value}/groups`,
    `/api/v1/teams/${teamIds.Locks}/groups/${value}/members/${userIds.anna}`,
    `/api/v1/teams/${teamIds.Locks}/groups/Viewer/members/${value}`,
    ...['text', 'role', 'teamId', 'isActive', 'isService', 'after', 'limit'].map(
      (name) => `/api/v1/users?${name}=${value}`,
    ),
    ...['text', 'after', 'limit'].flatMap((name) => [
      `/api/v1/teams?${name}=${value}`,
      `/api/v1/roles?${name}=${value}`,
      `/api/v1/teams/${teamIds.Locks}/candidates?${name}=${value}`,
    ]),
  ]);
  for (const path of paths) {
    for (const method of path.includes('?') ? ['GET'] : ['GET', 'DELETE', 'PUT']) {
      const { status, body } = await admin.request(method, path, undefined, { 'if-match': '*' });
      assert.ok(status < 500, `${method} ${path}: ${JSON.stringify(body)}`);
    }
  }
});
