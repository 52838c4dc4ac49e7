import { testFunctions } from '#workbook-engine/testing/sample-fields.ts';
import { numberFunctions } from './number-functions.ts';

testFunctions(numberFunctions, {
  number: [
    ["number('3.5')", 3.5],
    ["number(' 3 ')", 3],
    ["number('three')", null],
    ["number('-1.5e2')", -150],
    ["number('0x10')", null],
    ["number('1e999')", null],
    ["number('')", null],
    ['number(${NoWord})', null],
    ['number(${Yes})', 1],
    ["number(date('1970-01-03'))", 2],
    ['number(${Grade})', 2.5],
  ],
  int: [
    ['int(3.9)', 3],
    ['int(-3.9)', -3],
  ],
  floor: [
    ['floor(2.9)', 2],
    ['floor(-2.1)', -3],
    ['floor(${NoNumber})', null],
  ],
  ceiling: [
    ['ceiling(2.1)', 3],
    ['ceiling(-2.9)', -2],
    ['ceiling(${NoNumber})', null],
  ],
  round: [
    ['round(2.5)', 3],
    ['round(-2.5)', -3],
    ['round(1.005, 2)', 1.01],
    ['round(1234.5, -2)', 1200],
    ['round(${NoNumber})', null],
    ['round(1, 0.5)', null],
  ],
  pow: [
    ['pow(2, 10)', 1024],
    ['pow(10, 400)', null],
  ],
  abs: [['abs(-3)', 3]],
  sqrt: [
    ['sqrt(9)', 3],
    ['sqrt(-1)', null],
  ],
  exp: [['exp(0)', 1]],
  exp10: [['exp10(3)', 1000]],
  log: [
    ['log(1)', 0],
    ['log(0)', null],
  ],
  log10: [['log10(1000)', 3]],
  pi: [['int(pi() * 1000)', 3141]],
  sin: [['round(sin(pi() div 2), 10)', 1]],
  cos: [['cos(0)', 1]],
  tan: [['round(tan(pi() div 4), 10)', 1]],
  asin: [
    ['round(asin(1) - pi() div 2, 10)', 0],
    ['asin(2)', null],
  ],
  acos: [['acos(1)', 0]],
  atan: [['round(atan(1) - pi() div 4, 10)', 0]],
  atan2: [['round(atan2(1, 1) - pi() div 4, 10)', 0]],
  min: [
    ['min(3, 1, 2)', 1],
    ['min(${Length})', 3],
    ['min(${NoLength})', null],
    ['min(${Built})', '1980-05-01'],
    ["min(today(), date('2030-01-01'))", '2026-03-01'],
    ['min(${Grade}, 2)', 2],
  ],
  max: [
    ['max(3, ${NoNumber}, 2)', 3],
    ['max(${Depth})', 4],
    ['max(${Length}, 100)', 100],
  ],
  sum: [
    ['sum(${Length})', 7.5],
    ['sum(${Depth})', 7],
    ['sum(${NoLength})', 0],
    ['sum(1, 2, 3)', 6],
    ['sum(${Deepest})', 6],
  ],
});
