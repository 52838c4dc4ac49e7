import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { coverageTable, gaps, readRuleTests } from './coverage.ts';

const tests = readRuleTests();

test('every rule is named by a test, and every name in a test is a rule', () => {
  assert.ok(tests.length > 0);
  assert.deepEqual(gaps(tests), []);
});

test('a rule without a test is noticed, and so is a name that is no rule', () => {
  const without = tests.filter(({ rules }) => !rules.includes('C7'));
  assert.deepEqual(gaps([...without, { file: 'x.rules.ts', rules: ['C99'], sentence: 'x' }]), [
    'C7 (unreadable token) is named by no test.',
    '"C99" is no rule.',
  ]);
});

test("the README's table of rules and tests is up to date: node conformance/run.ts --table writes it", () => {
  const readme = readFileSync(resolve(import.meta.dirname, 'README.md'), 'utf8');
  assert.ok(readme.endsWith(`\n${coverageTable(tests)}\n`));
});
