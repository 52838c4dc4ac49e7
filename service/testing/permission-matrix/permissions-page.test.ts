import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { allCalls } from './all-calls.ts';
import type { Call } from './call.ts';
import { readOpenApiOperations } from './openapi-operations.ts';
import { PERMISSIONS } from './roles.ts';

const page = readFileSync(new URL('../../../docs/integrate/permissions.md', import.meta.url), 'utf8');

const describePermission = ({ access, alternativePermission, permissionForOthers }: Call): string => {
  if (alternativePermission) return `\`${access}\` or \`${alternativePermission}\``;
  if (access === 'signed-in') return 'an account';
  return permissionForOthers ? `\`${access}\`, \`${permissionForOthers}\`†` : `\`${access}\``;
};

const findPosition = ({ access }: Call): number => {
  const index = (PERMISSIONS as readonly string[]).indexOf(access);
  return index === -1 ? PERMISSIONS.length : index;
};

test('the permissions page lists the required permission for every call', () => {
  const routes = new Map(readOpenApiOperations().operations.map(({ id, route }) => [id, route]));
  const rows = allCalls
    .filter(({ operation, access }) => routes.has(operation) && access !== 'anonymous')
    .sort((a, b) => findPosition(a) - findPosition(b))
    .map((call) => `| ${describePermission(call)} | \`${routes.get(call.operation)}\` |`);
  const listedRows = page
    .slice(page.indexOf('## Every call'))
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
  assert.deepEqual(listedRows, rows, `Expected rows:\n${rows.join('\n')}`);
});
