import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Call } from './call.ts';
import { describedOperations } from './described-operations.ts';
import { everyCall } from './every-call.ts';
import { PERMISSIONS } from './roles.ts';

const page = readFileSync(new URL('../../../docs/integrate/permissions.md', import.meta.url), 'utf8');

const needsOf = ({ needs, or, others }: Call): string => {
  if (or) return `\`${needs}\` or \`${or}\``;
  if (needs === 'signed-in') return 'an account';
  return others ? `\`${needs}\`, \`${others}\`†` : `\`${needs}\``;
};

const placeOf = ({ needs }: Call): number => {
  const place = (PERMISSIONS as readonly string[]).indexOf(needs);
  return place === -1 ? PERMISSIONS.length : place;
};

test('the page on permissions lists the required permission of every call', () => {
  const addresses = new Map(describedOperations().operations.map(({ id, address }) => [id, address]));
  const rows = everyCall
    .filter(({ operation, needs }) => addresses.has(operation) && needs !== 'anonymous')
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map((call) => `| ${needsOf(call)} | \`${addresses.get(call.operation)}\` |`);
  const listed = page
    .slice(page.indexOf('## Every call'))
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
  assert.deepEqual(listed, rows, `Expected rows:\n${rows.join('\n')}`);
});
