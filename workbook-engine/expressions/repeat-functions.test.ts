import { testFunctions } from '#workbook-engine/testing/sample-fields.ts';
import { repeatFunctions } from './repeat-functions.ts';

testFunctions(repeatFunctions, {
  count: [
    ['count(${Spans})', 3],
    ['count(${Cracks})', 3],
    ['count(${NoSpans})', 0],
    ['count(${Length})', 3],
  ],
  'count-non-empty': [
    ['count-non-empty(${Length})', 2],
    ['count-non-empty(${Material})', 2],
  ],
  position: [["join(',', ${Numbered})", '1,2,3']],
  'indexed-repeat': [
    ['indexed-repeat(${Length}, ${Spans}, 2)', 4.5],
    ['indexed-repeat(${Length}, ${Spans}, 9)', null],
    ['indexed-repeat(${Depth}, ${Spans}, 1, ${Cracks}, 2)', 4],
    ["join(',', ${Before})", '3,4.5'],
  ],
});
