import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taskBody } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

const LIST = '/api/services/custom/externaltask/getall';

/** Edge cases that random tests rarely hit: the limits of each type, and rounding ties. */
const TRUE_FILTERS: Record<string, string[]> = {
  'Decimal division gives the same results as in .NET': [
    '2m div 3m eq 0.6666666666666666666666666667m',
    '-2m div 3m eq -0.6666666666666666666666666667m',
    '22m div 7m eq 3.1428571428571428571428571429m',
    '35m div 4m eq 8.75m',
    // Results have as many digits as fit in 96 bits.
    '20m div 3m eq 6.6666666666666666666666666667m',
    '100m div 3m eq 33.333333333333333333333333333m',
    '200m div 3m eq 66.666666666666666666666666667m',
    '12345678901234567890m div 7m eq 1763668414462081127.1428571429m',
    '36893488147419103.232m div 4656612873077392.578125m eq 7.922816251426433759354395034m',
    // Ties round to even.
    '0.0000000000000000000000000001m div 2m eq 0m',
    '0.0000000000000000000000000003m div 2m eq 0.0000000000000000000000000002m',
    '-0.0000000000000000000000000003m div 2m eq -0.0000000000000000000000000002m',
    '0.0000000000000000000000000005m div 2m eq 0.0000000000000000000000000002m',
    '79228162514264337593543950335m div 10m eq 7922816251426433759354395033.5m',
    '79228162514264337593543950335m div -1m eq -79228162514264337593543950335m',
    '79228162514264337593543950335m div 0.9m eq null',
    '79228162514264337593543950335m div 0.0000000000000000000000000001m eq null',
    '1m div 0.00m eq null',
  ],
  'Int64 results are exact up to the limits of the type': [
    '9223372036854775807L add -9223372036854775808L eq -1L',
    '9223372036854775806L add 1L eq 9223372036854775807L',
    '-9223372036854775808L add -1L eq null',
    '-1L sub -9223372036854775808L eq 9223372036854775807L',
    '0L sub -9223372036854775808L eq null',
    '3037000499L mul 3037000499L eq 9223372030926249001L',
    '3037000500L mul 3037000500L eq null',
    '-9223372036854775808L div -1L eq null',
    '-9223372036854775808L mod -1L eq 0L',
  ],
  'a Double that overflows is null, and one that underflows is zero': [
    '1.7976931348623157e308 add 9.9e291 eq 1.7976931348623157e308',
    '1.7976931348623157e308 add 9.98e291 eq null',
    '-1.7976931348623157e308 sub 9.98e291 eq null',
    '1.7976931348623157e308 add 5e-324 eq 1.7976931348623157e308',
    '1e308 sub -1e308 eq null',
    'INF add -1.7976931348623157e308 eq INF',
    '1e200 mul -1e200 eq null',
    '1.3407807929942596e154 mul 1.3407807929942596e154 eq 1.7976931348623155e308',
    '1e308 div 0.1 eq null',
    '1e-200 mul 1e-200 eq 0.0',
    '5e-324 mul 0.5 eq 0.0',
    '2.5e-323 mul 0.1 eq 5e-324',
    '5e-324 div 2.0 eq 0.0',
    '1e-323 div 3.0 eq 5e-324',
    '1e-320 div 1e-320 eq 1.0',
    '1.0 div INF eq 0.0',
    '3.4e38f mul 10f eq null',
    '1e-45f div 4f eq 0f',
  ],
  'a remainder is exact': [
    '7.5 mod -2.0 eq 1.5',
    '-7.5 mod 2.0 eq -1.5',
    '0.3 mod 0.1 eq 0.09999999999999998',
    '1e16 mod 3.0 eq 1.0',
    '1e308 mod 3.0 eq 2.0',
    '5.5e-320 mod 1e-323 eq 0.0',
    '1.0 mod INF eq 1.0',
  ],
  'halves are rounded away from zero': [
    'round(2.5) eq 3.0',
    'round(-2.5) eq -3.0',
    'round(0.49999999999999994) eq 0.0',
    'round(4503599627370497.0) eq 4503599627370497.0',
    'round(-INF) eq -INF',
  ],
  'a position outside a string is clamped to its nearest end': [
    "substring('abc',-1) eq 'abc'",
    "substring('abc',3) eq ''",
    "substring('abc',2147483647) eq ''",
    "substring('abc',-2147483648,2) eq 'ab'",
    "substring('abc',1,2147483647) eq 'bc'",
    "substring('abc',1,-1) eq ''",
    "substring('aé😀b',2,1) eq '😀'",
    "substring(Title,length(Title) sub 4) eq 'ling'",
    'substring(Title,null) eq null',
    'substring(Title,0,null) eq null',
    "endswith('aé😀','é😀')",
    "endswith(Title,'')",
    'endswith(Title,substring(Title,3))',
    "not endswith('é','aé')",
  ],
  'replace returns up to a million characters': [
    "replace('aé😀','é','') eq 'a😀'",
    "replace(Title,'','x') eq Title",
    `length(replace('${'a'.repeat(1_024)}','a','${'é'.repeat(1_024)}')) eq 1048576`,
    `replace('${'a'.repeat(1_024)}b','a','${'é'.repeat(1_024)}') eq null`,
    `length(replace('${'ab'.repeat(600)}','ab','${'é'.repeat(1_700)}')) eq 1020000`,
  ],
};

test("arithmetic and string functions are exact up to each type's limits, and return null beyond them", async (t) => {
  const erp = await (await startService(t)).as('erp');
  await erp.task('post', taskBody({ title: 'Inspect the railing' }));
  for (const [description, filters] of Object.entries(TRUE_FILTERS)) {
    for (const filter of filters) {
      const { body } = await erp.get(`${LIST}?$filter=${encodeURIComponent(filter)}`);
      assert.equal(body.result?.__count, 1, `${description}: ${filter.slice(0, 100)} ${body.error?.message}`);
    }
  }
});
