import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Problem } from '#service/problem.ts';
import { createDatabase, registerDatabase } from '#service/testing/create-database.ts';
import { createTestDependencies } from '#service/testing/provision-dependencies.ts';
import { provision } from './provision.ts';

const prepare = async (t: TestContext) => {
  const database = await createDatabase(t);
  await registerDatabase(database);
  const apply = (text: string) => provision(database.db, { name: 'f.yaml', text }, createTestDependencies());
  const readErrors = async (text: string): Promise<string[]> => {
    const problem: Problem = await apply(text).then(
      () => assert.fail('the file was not rejected'),
      (error) => error,
    );
    return problem.message.split('\n');
  };
  return { apply, readErrors };
};

const invalidFile = `tenants:
  - tenancyName: default
    colour: red
    roles:
      - { name: administrator, tenantWide: true, permissions: [Task.Read] }
      - { name: Local, tenantWide: false, permissions: [Users.Manage] }
    contentTypes:
      - name: Bridge
        items:
          - { externalId: BR-001, title: Magere Brug }
          - { externalId: BR-001, title: Blauwbrug }
          - { externalId: 3, title: Torensluis }
    workbooks:
      - name: BridgeInspection
        contentType: Brigde
        versions:
          - version: 1.0
            versionCode: 1
            fields: [{ name: Height, type: decimal }]
          - version: 1.0.1
            versionCode: 2
            fields:
              - { name: Height, type: decimal, min: 3, max: 1 }
              - { name: height, type: text, choices: [{ value: a }] }
    users:
      - { userName: anna, emailAddress: anna@example.org, roles: [Inspektor, Viewer, viewer] }
      - { userName: Anna, emailAddress: ANNA@example.org, password: short }
      - { userName: erp, service: true, password: long enough }
      - { userName: bram, tokens: [{ clientId: a, clientSecret: 12345678, expires: tomorrow }] }
    teams:
      - title: Bridges
        workbooks: [BridgeInspektion]
        groups: { Inspectors: [anna, brum] }
      - title: Bridges
  - tenancyName: DEFAULT
    users: [{ userName: erp, service: true, tokens: [{ clientId: a, clientSecret: 123456789x }] }]
`;

test('reports all errors in a file, each with its line and column', async (t) => {
  const { readErrors } = await prepare(t);
  const prefixPath = (path: string) => `tenants[0].${path}`;
  assert.deepEqual(await readErrors(invalidFile), [
    'f.yaml has 25 errors. Nothing was changed.',
    `  f.yaml:3:5 ${prefixPath('colour')}: There is no field colour here. Known fields: tenancyName, passwordGrant, roles, contentTypes, workbooks, users, teams, allowedRedirectUris, loginProviders.`,
    `  f.yaml:5:11 ${prefixPath('roles[0].name')}: administrator is a built-in role and cannot be changed. Use another name.`,
    `  f.yaml:5:64 ${prefixPath('roles[0].permissions[0]')}: There is no permission Task.Read. Did you mean Tasks.Read?`,
    `  f.yaml:6:57 ${prefixPath('roles[1].permissions[0]')}: Users.Manage applies to the whole tenant. Put it in a role with tenantWide: true.`,
    `  f.yaml:11:15 ${prefixPath('contentTypes[0].items[1].externalId')}: The externalId BR-001 appears twice, first at ${prefixPath('contentTypes[0].items[0].externalId')}.`,
    `  f.yaml:12:15 ${prefixPath('contentTypes[0].items[2].externalId')}: externalId must be a string; the number 3 was given. Put it in quotes.`,
    `  f.yaml:15:9 ${prefixPath('workbooks[0].contentType')}: There is no content type Brigde. Did you mean Bridge?`,
    `  f.yaml:17:13 ${prefixPath('workbooks[0].versions[0].version')}: version must be a string; the number 1 was given. Put it in quotes.`,
    `  f.yaml:23:48 ${prefixPath('workbooks[0].versions[1].fields[0].min')}: The min 3 is greater than the max 1: no answer to Height would be possible.`,
    `  f.yaml:24:19 ${prefixPath('workbooks[0].versions[1].fields[1].name')}: The names height and Height (fields[0]) differ only in case, which is ignored when custom properties fill fields: use another name.`,
    `  f.yaml:24:45 ${prefixPath('workbooks[0].versions[1].fields[1].choices')}: height is of type text, which does not support choices. Types that support it: singleChoice, multiChoice.`,
    `  f.yaml:26:67 ${prefixPath('users[0].roles[0]')}: There is no role Inspektor. Did you mean Inspector?`,
    `  f.yaml:26:86 ${prefixPath('users[0].roles[2]')}: The name viewer appears twice, first at ${prefixPath('users[0].roles[1]')}.`,
    `  f.yaml:27:11 ${prefixPath('users[1].userName')}: The user name Anna appears twice, first at ${prefixPath('users[0].userName')}.`,
    `  f.yaml:27:27 ${prefixPath('users[1].emailAddress')}: The email address ANNA@example.org appears twice, first at ${prefixPath('users[0].emailAddress')}.`,
    `  f.yaml:27:59 ${prefixPath('users[1].password')}: password must have at least 8 characters.`,
    `  f.yaml:28:41 ${prefixPath('users[2].password')}: erp is a service user. Service users sign in with API tokens and have no password.`,
    `  f.yaml:29:27 ${prefixPath('users[3].tokens')}: bram is a person. Only users with service: true have API tokens.`,
    `  f.yaml:29:51 ${prefixPath('users[3].tokens[0].clientSecret')}: clientSecret must be a string; a number was given. Put it in quotes.`,
    `  f.yaml:29:75 ${prefixPath('users[3].tokens[0].expires')}: expires is tomorrow; it must be a date and time with time zone, such as 2026-11-21T08:00:00.000Z or 2026-11-21T09:00:00+01:00.`,
    `  f.yaml:32:21 ${prefixPath('teams[0].workbooks[0]')}: There is no workbook BridgeInspektion. Did you mean BridgeInspection?`,
    `  f.yaml:33:38 ${prefixPath('teams[0].groups.Inspectors[1]')}: There is no user brum. Did you mean bram?`,
    `  f.yaml:34:9 ${prefixPath('teams[1].title')}: The team Bridges appears twice, first at ${prefixPath('teams[0].title')}.`,
    '  f.yaml:35:5 tenants[1].tenancyName: The tenant DEFAULT appears twice, first at tenants[0].tenancyName.',
    '  f.yaml:36:56 tenants[1].users[0].tokens[0].clientId: The clientId a appears twice, first at tenants[0].users[3].tokens[0].clientId.',
  ]);
});

test('shows at most fifty errors', async (t) => {
  const { readErrors } = await prepare(t);
  const users = Array.from({ length: 120 }, (_, index) => `{ userName: u${index}, roles: [Boss] }`).join(
    ', ',
  );
  const lines = await readErrors(`tenants: [{ tenancyName: default, users: [${users}] }]`);
  assert.equal(lines.length, 52);
  assert.equal(lines[0], 'f.yaml has 120 errors. Nothing was changed.');
  assert.equal(lines.at(-1), '  … and 70 more');
});

const listAttributes = Array.from({ length: 100 }, (_, index) => `a${index}: []`).join(', ');
const manyErrors: Record<string, [fields: string, issues: number]> = {
  'empty users': [`users: [${'~, '.repeat(1_500)}]`, 1_000],
  'numbers as email addresses': [`users: [${'{ userName: a, emailAddress: 5 }, '.repeat(1_500)}]`, 333],
  'lists as roles': [`users: [{ userName: a, roles: [${'[], '.repeat(1_500)}] }]`, 1_000],
  'items with lists as attributes': [
    `contentTypes: [{ name: Bridge, items: [${'{ externalId: a, title: A }, '.repeat(2_000)}
      ${Array.from({ length: 10 }, (_, number) => `{ externalId: b${number}, title: B, attributes: { ${listAttributes} } }, `).join('')}
      ${'{ externalId: a, title: A }, '.repeat(2_000)}] }]`,
    // Nearly all of the items have the same externalId.
    4_998,
  ],
};

for (const [description, [fields, issues]] of Object.entries(manyErrors)) {
  test(`shows the first fifty errors for ${description}, even though the search stops before finding them all`, async (t) => {
    const { readErrors } = await prepare(t);
    const lines = await readErrors(`tenants: [{ tenancyName: default, ${fields} }]`);
    assert.equal(lines[0], `f.yaml has more than ${issues} errors. Nothing was changed.`);
    assert.equal(lines.length, 52);
    assert.equal(lines.at(-1), `  … and more than ${issues - 50} more`);
  });
}

test('counts 150,000 unknown names as errors', async (t) => {
  const { readErrors } = await prepare(t);
  const roles = Array.from({ length: 150_000 }, (_, index) => `R${index}`).join(', ');
  const [summary] = await readErrors(
    `tenants: [{ tenancyName: default, users: [{ userName: a, roles: [${roles}] }] }]`,
  );
  assert.equal(summary, 'f.yaml has 150000 errors. Nothing was changed.');
});

test('reports the position of invalid YAML', async (t) => {
  const { readErrors } = await prepare(t);
  const [, issue] = await readErrors('tenants:\n  - tenancyName: default\n   users: []\n');
  assert.match(issue!, /^ {2}f\.yaml:3:\d+ /);
});

test('rejects a date where an object is expected, even with a YAML timestamp tag', async (t) => {
  const { readErrors } = await prepare(t);
  const items = '[{ externalId: x, title: T, attributes: !!timestamp 2001-01-01 }]';
  assert.deepEqual(
    await readErrors(
      `tenants: [{ tenancyName: default, contentTypes: [{ name: Bridge, items: ${items} }] }]`,
    ),
    [
      'f.yaml has 1 error. Nothing was changed.',
      '  f.yaml:1:101 tenants[0].contentTypes[0].items[0].attributes: attributes must be an object; 2001-01-01 was given.',
    ],
  );
});

const formatTenant = (name: string, fields: string) => `{ tenancyName: ${name}, ${fields} }`;
const formatFile = (...tenants: string[]) => `tenants: [${tenants.join(', ')}]`;

test('accepts references to names in the database, and reports conflicts with them', async (t) => {
  const { apply, readErrors } = await prepare(t);
  const token = '{ clientId: erp-client, clientSecret: 0123456789x }';
  await apply(
    formatFile(
      formatTenant(
        'default',
        `contentTypes: [{ name: Bridge }], workbooks: [{ name: W, contentType: Bridge }],
         roles: [{ name: Custom, tenantWide: true, permissions: [] }],
         users: [{ userName: anna, emailAddress: anna@example.org }, { userName: erp, service: true, tokens: [${token}] }]`,
      ),
    ),
  );
  const references = `workbooks: [{ name: V, contentType: bridge }], users: [{ userName: bram, roles: [custom] }],
    teams: [{ title: T, workbooks: [w], groups: { Viewer: [ANNA] } }]`;
  await apply(formatFile(formatTenant('default', references)));

  const messages = await Promise.all(
    [
      formatTenant('default', 'users: [{ userName: bram, emailAddress: Anna@example.org }]'),
      formatTenant('default', 'users: [{ userName: anna, service: true }]'),
      formatTenant('default', `users: [{ userName: other, service: true, tokens: [${token}] }]`),
      formatTenant('other', `users: [{ userName: other, service: true, tokens: [${token}] }]`),
      // A user in one tenant does not exist in another.
      formatTenant('other', 'teams: [{ title: T, groups: { Viewer: [anna] } }]'),
    ].map(async (tenantText) =>
      (await readErrors(formatFile(tenantText)))[1]!.replace(/^ {2}f\.yaml:\d+:\d+ \S+ /, ''),
    ),
  );
  assert.deepEqual(messages, [
    'Anna@example.org is already the email address of anna.',
    'anna already exists as a person. This cannot be changed.',
    'The clientId erp-client already belongs to erp. It must be unique on the server.',
    'The clientId erp-client already belongs to another tenant. It must be unique on the server.',
    'There is no user anna.',
  ]);
});

test('a follow-up can name a workbook and a team from either the file or the database', async (t) => {
  const { apply, readErrors } = await prepare(t);
  await apply(
    'tenants: [{ tenancyName: default, teams: [{ title: Locks }], workbooks: [{ name: OldCheck, title: Older }] }]',
  );
  const lines = await readErrors(`tenants:
  - tenancyName: default
    teams: [{ title: Bridges }]
    workbooks:
      - name: New
        versions:
          - version: '1'
            versionCode: 1
            fields:
              - { name: A, type: text, followUp: { workbook: new, team: BRIDGES } }
              - { name: B, type: text, followUp: { workbook: older, team: Locks } }
              - name: S
                type: section
                fields: [{ name: C, type: text, followUp: { workbook: OldChek, team: Bridgse } }]
`);
  const errors = lines.filter((line) => line.includes('There is no'));
  const pathToC = 'tenants[0].workbooks[0].versions[0].fields[2].fields[0].followUp';
  assert.deepEqual(
    errors.map((line) => line.replace(/^ *f\.yaml:\d+:\d+ /, '')),
    [
      `${pathToC}.workbook: There is no workbook OldChek. Did you mean OldCheck?`,
      `${pathToC}.team: There is no team Bridgse. Did you mean Bridges?`,
    ],
  );
});
