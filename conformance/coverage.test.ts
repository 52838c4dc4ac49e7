import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { findGaps, formatCoverageTable, readRuleTests } from './coverage.ts';

const tests = readRuleTests();

test('every rule has a test, and every test names only known rules', () => {
  assert.ok(tests.length > 0);
  assert.deepEqual(findGaps(tests), []);
});

test('a rule without a test and a test with an unknown rule are reported as gaps', () => {
  const testsWithoutRule = tests.filter(({ rules }) => !rules.includes('C7'));
  assert.deepEqual(findGaps([...testsWithoutRule, { file: 'x.rules.ts', rules: ['C99'], sentence: 'x' }]), [
    'C7 (unreadable token) has no test.',
    '"C99" is not a rule.',
  ]);
});

test('the table in README.md is up to date (update it with: npx node conformance/run.ts --table)', () => {
  const readme = readFileSync(resolve(import.meta.dirname, 'README.md'), 'utf8');
  assert.ok(readme.endsWith(`\n${formatCoverageTable(tests)}\n`));
});
