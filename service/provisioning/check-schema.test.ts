import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { formatPath } from '#service/shape/issue.ts';
import { findSchemaErrors } from './check-schema.ts';

const findErrors = (yaml: string) =>
  findSchemaErrors(parse(yaml)).issues.map(({ path, message }) => `${formatPath(path)}: ${message}`);

/** Formats a file with one tenant, with additional fields. */
const formatTenant = (fields: string) => `tenants: [{ tenancyName: default, ${fields} }]`;
const formatField = (properties: string) =>
  formatTenant(
    `workbooks: [{ name: W, versions: [{ version: '1', versionCode: 1, fields: [{ name: A, ${properties} }] }] }]`,
  );
const fieldPath = 'tenants[0].workbooks[0].versions[0].fields[0]';

test('a file may consist of just a tenant', () => {
  assert.deepEqual(findErrors('tenants: [{ tenancyName: default }]'), []);
});

const invalidFiles: Record<string, [yaml: string, error: string]> = {
  'an empty file': ['', ': The file must be an object; null was given.'],
  'a field with a typing error': [
    formatTenant('users: [{ userName: anna, surename: de Vries }]'),
    'tenants[0].users[0].surename: There is no field surename here. Did you mean surname?',
  ],
  'a field unlike any known one': [
    formatTenant('teams: [{ title: Bridges, colour: red }]'),
    'tenants[0].teams[0].colour: There is no field colour here. Known fields: title, description, isActive, timeZone, language, workbooks, groups.',
  ],
  'a missing field': [
    formatTenant('users: [{ name: Anna }]'),
    'tenants[0].users[0].userName: The field userName is required.',
  ],
  'a version that YAML reads as a number': [
    formatTenant(
      'workbooks: [{ name: W, versions: [{ version: 1.0, versionCode: 1, fields: [{ name: A, type: text }] }] }]',
    ),
    'tenants[0].workbooks[0].versions[0].version: version must be a string; the number 1 was given. Put it in quotes.',
  ],
  'a secret of the wrong type, which the message does not repeat,': [
    formatTenant('users: [{ userName: anna, password: 123456789 }]'),
    'tenants[0].users[0].password: password must be a string; a number was given. Put it in quotes.',
  ],
  'a short password, which the message does not repeat,': [
    formatTenant('users: [{ userName: anna, password: secret }]'),
    'tenants[0].users[0].password: password must have at least 8 characters.',
  ],
  'a title with a trailing space': [
    formatTenant("contentTypes: [{ name: B, items: [{ externalId: A, title: 'D1 ' }] }]"),
    "tenants[0].contentTypes[0].items[0].title: title must not start or end with spaces; 'D1 ' was given.",
  ],
  'an empty name': [
    formatTenant("workbooks: [{ name: '' }]"),
    'tenants[0].workbooks[0].name: name must not be empty.',
  ],
  'a user name with invalid characters': [
    formatTenant('users: [{ userName: anna.de.vries }]'),
    'tenants[0].users[0].userName: userName is anna.de.vries; it must be 1 to 64 letters and digits, without accents.',
  ],
  'an unknown group': [
    formatTenant('teams: [{ title: B, groups: { Viewers: [] } }]'),
    'tenants[0].teams[0].groups.Viewers: There is no field Viewers here. Did you mean Viewer?',
  ],
  'an address that is not a string': [
    formatTenant('contentTypes: [{ name: B, items: [{ externalId: A, title: A, address: 5 }] }]'),
    'tenants[0].contentTypes[0].items[0].address: address must be a string or null; the number 5 was given. Put it in quotes.',
  ],
  'an incomplete location': [
    formatTenant(
      'contentTypes: [{ name: B, items: [{ externalId: A, title: A, location: { latitude: 5 } }] }]',
    ),
    'tenants[0].contentTypes[0].items[0].location.longitude: The field longitude is required.',
  ],
  'an invalid latitude': [
    formatTenant(
      'contentTypes: [{ name: B, items: [{ externalId: A, title: A, location: { latitude: 91, longitude: 0 } }] }]',
    ),
    'tenants[0].contentTypes[0].items[0].location.latitude: latitude must be at most 90; the number 91 was given.',
  ],
  'a list instead of a string': [
    formatTenant('teams: [{ title: [Bridges] }]'),
    'tenants[0].teams[0].title: title must be a string; a list was given.',
  ],
  'an unknown type of field': [
    formatField('type: txt'),
    `${fieldPath}.type: type must be one of text, longText, integer, decimal, boolean, date, time, dateTime, singleChoice, multiChoice, photo, signature, location, barcode, file, note, calculated, section, repeat; txt was given. Did you mean text?`,
  ],
  'a label that is not a string': [
    formatField('type: text, label: 5'),
    `${fieldPath}.label: label must be a string or an object; the number 5 was given. Put it in quotes.`,
  ],
  'a label that is not a string in one language': [
    formatField('type: text, label: { en: 5 }'),
    `${fieldPath}.label.en: en must be a string; the number 5 was given. Put it in quotes.`,
  ],
  'a third token': [
    formatTenant(
      `users: [{ userName: erp, tokens: [${'{ clientId: a, clientSecret: 12345678x },'.repeat(3)}] }]`,
    ),
    'tenants[0].users[0].tokens: tokens may have at most 2 entries; 3 were given.',
  ],
};

for (const [description, [yaml, issue]] of Object.entries(invalidFiles)) {
  test(`${description} is rejected with a clear message`, () => assert.deepEqual(findErrors(yaml), [issue]));
}

test('reports all errors in a file', () => {
  const users = Array.from({ length: 40 }, () => '{ userName: a-b }').join(', ');
  assert.equal(findErrors(formatTenant(`users: [${users}]`)).length, 40);
});
