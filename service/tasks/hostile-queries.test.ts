import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taskBody } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

const LIST = '/api/services/custom/externaltask/getall';

/** Builds an expression that repeatedly replaces each letter of `Title` with many letters. */
const nestReplace = (times: number) =>
  `${'replace('.repeat(times)}Title${",'a','aaaaaaaaaaaaaaaaaaaa')".repeat(times)}`;

const HOSTILE_EXPRESSIONS: Record<string, string> = {
  'open parentheses': '('.repeat(16_000),
  'closed parentheses': `${'('.repeat(8_000)}1${')'.repeat(8_000)}`,
  negations: `${'not '.repeat(4_000)}true`,
  'minus signs': `${'-'.repeat(16_000)}1 eq 1`,
  'a quote that is never closed': `Title eq '${"''".repeat(8_000)}`,
  'a string of quotes': `Title eq '${"''".repeat(8_000)}'`,
  spaces: `true${' '.repeat(16_000)}x`,
  'a number with many digits': `${'9'.repeat(16_000)} eq 1`,
  'a fraction with many digits': `1.${'9'.repeat(16_000)} eq 1`,
  'an enormous exponent': '1e999999999 eq 1',
  'a very long name': 'a'.repeat(16_000),
  'a very long path': `${'a/'.repeat(8_000)}a`,
  'a name with many dots': `${'a.'.repeat(8_000)}a eq 1`,
  'too many parts': `true${' or true'.repeat(2_001)}`,
  'an invalid date': "CreationTime eq datetime'9999-99-99T99:99:99'",
  'a date after the latest date': "CreationTime gt datetime'9999-12-31T23:59:59.9999999-14:00'",
  'a duration with many digits': `time'P${'9'.repeat(15_000)}D' eq null`,
  'U+0000': "Title eq 'a\0'",
  'a string that grows exponentially': `${nestReplace(30)} eq 'a'`,
  'names of JavaScript built-ins': 'constructor eq toString(__proto__)',
};

test('R15: every malicious query returns a result or an error, and the next query succeeds', async (t) => {
  const erp = await (await startService(t)).as('erp');
  await erp.task('post', taskBody({ title: 'a'.repeat(200) }));
  for (const [description, filter] of Object.entries(HOSTILE_EXPRESSIONS)) {
    for (const option of ['$filter', '$orderby']) {
      const response = await erp.get(`${LIST}?${option}=${encodeURIComponent(filter)}`);
      assert.ok(
        response.status === 200 || response.status === 431,
        `${option}, ${description}: ${response.status}`,
      );
    }
  }
  const longResponse = await erp.get(`${LIST}?$filter=${'a'.repeat(1_000_000)}`);
  assert.equal(longResponse.status, 431);
  const { body } = await erp.get(`${LIST}?$filter=true`);
  assert.equal(body.result.__count, 1);
});

test('an expression may have sixteen thousand characters, a thousand operands and operators, and a hundred nesting levels', async (t) => {
  const erp = await (await startService(t)).as('erp');
  await erp.task('post', taskBody());
  const countTasks = async (filter: string) => {
    const { body } = await erp.get(`${LIST}?$filter=${encodeURIComponent(filter)}`);
    assert.equal(body.error, null, `${filter.slice(0, 40)}: ${body.error?.message}`);
    return body.result.__count;
  };
  const longFilter = `Title eq '${'x'.repeat(16_384 - 11)}'`;
  assert.equal(longFilter.length, 16_384);
  assert.equal(await countTasks(longFilter), 0);
  assert.equal(await countTasks(`Title ne '' ${"and Title ne 'x' ".repeat(332)}`), 1);
  for (const operator of ['add', 'sub', 'mul', 'div', 'mod']) {
    for (const suffix of ['', 'L', 'm', 'f', 'd']) {
      const chain = `WorkbookVersionCode${` ${operator} 1${suffix}`.repeat(490)}`;
      assert.equal(await countTasks(`${chain} eq null or true`), 1);
    }
  }
  assert.equal(await countTasks(`${'('.repeat(100)}true${')'.repeat(100)}`), 1);
  assert.equal(await countTasks(`${'('.repeat(399)}false${' or Id eq null)'.repeat(399)} or true`), 1);
  assert.equal(await countTasks(`${'trim('.repeat(100)}Title${')'.repeat(100)} eq Title`), 1);
});
