import { testFunctions } from '#workbook-engine/testing/sample-fields.ts';
import { logicFunctions } from './logic-functions.ts';

testFunctions(logicFunctions, {
  true: [['true()', true]],
  false: [['false()', false]],
  not: [
    ['not(${Yes})', false],
    ['not(${NoBoolean})', true],
  ],
  boolean: [
    ['boolean(${Five})', true],
    ['boolean(0)', false],
    ['boolean(${NoWord})', false],
    ['boolean(${NoColours})', false],
  ],
  'boolean-from-string': [
    ["boolean-from-string('1')", true],
    ["boolean-from-string('yes')", false],
  ],
  if: [
    ["if(${Five} > 3, 'tall', 'low')", 'tall'],
    ['if(${NoBoolean}, 1, 2)', 2],
    ["if(true(), ${Day}, '2026-01-01')", '2026-03-29'],
    ["if(false(), ${Day}, '')", null],
  ],
  coalesce: [
    ["coalesce(${NoWord}, 'none')", 'none'],
    ['coalesce(${NoNumber}, ${Five})', 5],
    ['coalesce(${Five}, 1)', 5],
  ],
});
