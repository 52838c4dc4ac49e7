import { testFunctions } from '#workbook-engine/testing/sample-fields.ts';
import { textFunctions } from './text-functions.ts';

testFunctions(textFunctions, {
  'string-length': [
    ['string-length(${Word})', 8],
    ['string-length(${NoWord})', 0],
    ['string-length(${Five})', 1],
  ],
  substr: [
    ["substr('fiftyfive', 0, 5)", 'fifty'],
    ["substr('fiftyfive', 5)", 'five'],
    ["substr('fiftyfive', -4)", 'five'],
    ["substr('fiftyfive', 2, -4)", 'fty'],
    ['substr(${Word}, 7)', '🙂'],
    ["substr('abc', 5)", ''],
    ["substr('abc', 2, 1)", ''],
    ["substr('abc', ${NoNumber})", null],
  ],
  'substring-before': [
    ["substring-before('2026-03', '-')", '2026'],
    ["substring-before('abc', 'x')", ''],
  ],
  'substring-after': [
    ["substring-after('2026-03', '-')", '03'],
    ["substring-after('abc', 'x')", ''],
    ["substring-after('abc', '')", 'abc'],
  ],
  contains: [
    ["contains(${Word}, 'aß')", true],
    ["contains(${NoWord}, 'a')", false],
    ["contains('abc', '')", true],
  ],
  'starts-with': [
    ["starts-with(${Word}, 'Str')", true],
    ["starts-with(${Word}, 'str')", false],
  ],
  'ends-with': [
    ["ends-with('abc', 'bc')", true],
    ["ends-with('abc', 'ab')", false],
  ],
  'normalize-space': [["normalize-space('  a \t b\n')", 'a b']],
  translate: [
    ["translate('bar', 'abc', 'AB')", 'BAr'],
    ["translate('b-a-r', '-', '')", 'bar'],
  ],
  'upper-case': [['upper-case(${Word})', 'STRASSE 🙂']],
  'lower-case': [["lower-case('ABC')", 'abc']],
  concat: [
    ["concat('a', ${Five}, ${Day})", 'a52026-03-29'],
    ["concat('[', ${NoWord}, ${NoNumber}, ']')", '[]'],
    ["concat('x', ${Material})", 'xSteelWood'],
    ['concat(${Yes}, ${Hour})', 'true18:00:00'],
    ['concat(0.1 + 0.2)', '0.3'],
  ],
  join: [
    ["join(', ', ${Material})", 'Steel, Wood'],
    ["join('-', 'a', ${Five}, 'b')", 'a-5-b'],
    ["join(' ', ${Built})", '1990-05-01 1980-05-01'],
    ["join(',', ${NoLength})", ''],
  ],
  string: [
    ['string(${Five})', '5'],
    ['string(${Seen})', '2026-03-29T22:30:15.250Z'],
    ['string(${Colours})', 'green red'],
    ['string(${NoDay})', ''],
  ],
  regex: [
    ["regex('AB-12', '[A-Z]{2}-\\d+')", true],
    ["regex('xAB-12', '[A-Z]{2}-\\d+')", false],
    ["regex(${Five}, '[0-9]')", true],
    ["regex(${NoWord}, 'a*')", true],
  ],
});
