import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Problem } from '#service/problem.ts';
import { parseFilter, parseOrderBy } from './parse-expression.ts';
import type { Expression } from './syntax.ts';

/** Converts an expression to nested arrays to keep the test cases short. */
const toArrays = (expression: Expression): unknown => {
  switch (expression.kind) {
    case 'literal':
      return expression.literal.value;
    case 'property':
      return expression.name;
    case 'call':
      return [expression.name, ...expression.args.map(toArrays)];
    case 'not':
    case 'negate':
      return [expression.kind, toArrays(expression.operand)];
    case 'comparison':
    case 'arithmetic':
      return [expression.operator, toArrays(expression.left), toArrays(expression.right)];
    case 'and':
    case 'or':
      return [expression.kind, ...expression.operands.map(toArrays)];
  }
};

const EXPRESSIONS: [text: string, arrays: unknown][] = [
  ['A or B and C', ['or', 'A', ['and', 'B', 'C']]],
  ['A or B or C', ['or', 'A', 'B', 'C']],
  ['(A or B) or C', ['or', ['or', 'A', 'B'], 'C']],
  ['A and not B eq C', ['and', 'A', ['eq', ['not', 'B'], 'C']]],
  ['A eq B lt C', ['eq', 'A', ['lt', 'B', 'C']]],
  ['A lt B eq C', ['eq', ['lt', 'A', 'B'], 'C']],
  ['A add B mul C', ['add', 'A', ['mul', 'B', 'C']]],
  ['A sub B sub C', ['sub', ['sub', 'A', 'B'], 'C']],
  ['A div B mod C', ['mod', ['div', 'A', 'B'], 'C']],
  ['(A add B) mul C', ['mul', ['add', 'A', 'B'], 'C']],
  ['-A mul --B', ['mul', ['negate', 'A'], ['negate', ['negate', 'B']]]],
  ['A sub -5', ['sub', 'A', '-5']],
  ['-(5)', ['negate', '5']],
  ['not not A', ['not', ['not', 'A']]],
  ["substringof('x', concat(A,B))", ['substringof', 'x', ['concat', 'A', 'B']]],
  ['f ( )', ['f']],
  ["A eq'x'or'y'ne B", ['or', ['eq', 'A', 'x'], ['ne', 'y', 'B']]],
  ["A add'x' mul'y'", ['add', 'A', ['mul', 'x', 'y']]],
  ['  A\teq\nB ', ['eq', 'A', 'B']],
];

test('operators are parsed by precedence and are left-associative', () => {
  for (const [text, expected] of EXPRESSIONS) assert.deepEqual(toArrays(parseFilter(text)), expected, text);
});

const LITERALS: [text: string, type: string, value: unknown][] = [
  ['null', 'Null', null],
  ['true', 'Boolean', true],
  ['false', 'Boolean', false],
  ['2147483647', 'Int32', '2147483647'],
  ['-2147483648', 'Int32', '-2147483648'],
  ['007', 'Int32', '7'],
  ['9223372036854775807L', 'Int64', '9223372036854775807'],
  ['-9223372036854775808l', 'Int64', '-9223372036854775808'],
  ['1.5', 'Double', '1.5'],
  ['1e3', 'Double', '1000'],
  ['2d', 'Double', '2'],
  ['1.5E-3D', 'Double', '0.0015'],
  ['INF', 'Double', 'Infinity'],
  ['-INF', 'Double', '-Infinity'],
  ['NaN', 'Double', 'NaN'],
  ['0.5f', 'Single', '0.5'],
  ['-INFf', 'Single', '-Infinity'],
  ['INFF', 'Single', 'Infinity'],
  ['-INFF', 'Single', '-Infinity'],
  ['NaNF', 'Single', 'NaN'],
  ['12.30m', 'Decimal', '12.30'],
  ['79228162514264337593543950335M', 'Decimal', '79228162514264337593543950335'],
  ["'It''s'", 'String', "It's"],
  ["''", 'String', ''],
  ["datetime'2026-11-21T08:00'", 'DateTime', '2026-11-21T08:00:00.000000Z'],
  ["DATETIME'2026-11-21T08:00:01.1234567Z'", 'DateTime', '2026-11-21T08:00:01.123456Z'],
  ["datetime'2026-11-21T09:00:00+01:00'", 'DateTime', '2026-11-21T09:00:00.000000+01:00'],
  ["datetime'2026-11-21'", 'DateTime', '2026-11-21T00:00:00.000000Z'],
  ["datetimeoffset'2026-11-21T09:00:00-05:30'", 'DateTimeOffset', '2026-11-21T09:00:00.000000-05:30'],
  ["time'PT2H30M'", 'Time', '90000000000'],
  ["time'-P1DT0.0000001S'", 'Time', '-864000000001'],
  ["guid'6F9619FF-8B86-4011-B42D-00C04FC964FF'", 'Guid', '6f9619ff-8b86-4011-b42d-00c04fc964ff'],
  ["X'23AB'", 'Binary', '23ab'],
  ["binary''", 'Binary', ''],
];

test('every kind of literal is parsed and typed', () => {
  for (const [text, type, value] of LITERALS) {
    const expression = parseFilter(text);
    assert.equal(expression.kind, 'literal', text);
    assert.deepEqual((expression as Extract<Expression, { kind: 'literal' }>).literal, { type, value }, text);
  }
});

const REJECTED_EXPRESSIONS: [text: string, position: number, reason: RegExp][] = [
  ['', 0, /ends where a value is expected/],
  ['A eq', 4, /ends where a value is expected/],
  ['A eq eq', 5, /expected a value, not 'eq'/],
  ['A = 1', 2, /unexpected '='; use eq for equal/],
  ['A && B', 2, /use and/],
  ['A eq "x"', 5, /single quotes/],
  ["A eq 'x", 5, /no closing quote/],
  ["A eq 'x' y'", 9, /no closing quote/],
  ['(A', 2, /'\)' is missing for the '\(' at position 0/],
  ['A)', 1, /unexpected '\)'/],
  ['f(A', 3, /'\)' is missing after the arguments of 'f'/],
  ['A 5', 2, /expected an operator, such as eq, and, or$/],
  ['true true', 5, /expected an operator/],
  ["A eq B 'x'", 7, /expected an operator/],
  ['(A true', 3, /expected an operator/],
  ["f(A 'x')", 4, /expected an operator/],
  ['(A - 5)', 3, /use sub to subtract/],
  ['f(A, B * 5)', 7, /use mul to multiply/],
  ['(A, B)', 2, /'\)' is missing for the '\(' at position 0/],
  ['NOT (A)', 0, /in lower case: not/],
  ['A and Not B', 6, /in lower case: not/],
  ["A EQ'x'", 2, /in lower case: eq/],
  ["A eq'x", 4, /no closing quote/],
  ["A like'x'", 2, /unknown prefix 'like'; use datetime,/],
  ['A B', 2, /expected an operator/],
  ['A EQ B', 2, /in lower case: eq/],
  ['A - 5', 2, /use sub to subtract/],
  ['A * 5', 2, /use mul to multiply/],
  ["State in ('A')", 6, /In version 3, use \(State eq 'Active' or/],
  ['A eq 2026-11-21', 5, /datetime'2026-11-21'/],
  // Hints never suggest an invalid literal.
  ['A eq 2026-11-21T', 5, /write dates as datetime'2026-11-21T08:00:00Z'/],
  ['A eq 2026-02-30', 5, /write dates as datetime'2026-11-21T08:00:00Z'/],
  ['A eq datetime2026-12-01', 5, /write dates as datetime'2026-12-01'/],
  ['A eq DateTime2026-12-01T08:00:00Z', 5, /write dates as DateTime'2026-12-01T08:00:00Z'/],
  ['A eq datetimeoffset2026-12-01T08:00:00+01:00', 5, /datetimeoffset'2026-12-01T08:00:00\+01:00'/],
  ['A eq datetimeoffset2026-12-01', 5, /write dates as datetimeoffset'2026-11-21T09:00:00\+01:00'/],
  ['A eq guid6f9619ff-8b86-4011-b42d-00c04fc964f0', 5, /write Guids as guid'6f9619ff-.*4f0'/],
  ['A eq 2026-11-21T08:00:00Z', 5, /datetime'2026-11-21T08:00:00Z'/],
  ['A eq 6f9619ff-8b86-4011-b42d-00c04fc964ff', 5, /guid'6f9619ff/],
  ["A eq duration'PT1H'", 5, /write durations as time'PT1H'/],
  ["A eq duration'1 hour'", 5, /write durations as time'PT2H30M'/],
  ["A eq geography'POINT(1 2)'", 5, /geography and geometry are not supported/],
  ["A eq colour'red'", 5, /unknown prefix 'colour'/],
  ["A eq datetime'2026-02-30T00:00:00'", 5, /is not a datetime; write/],
  ["A eq datetime'2026-11-21T25:00:00'", 5, /is not a datetime/],
  ["A eq datetimeoffset'2026-11-21T08:00:00'", 5, /is not a datetimeoffset/],
  ["A eq time'2H'", 5, /is not a time/],
  ["A eq guid'1'", 5, /is not a guid/],
  ["A eq X'ABC'", 5, /is not a x/],
  ['A eq 2147483648', 5, /write it as an Int64: 2147483648L/],
  ['A eq 9223372036854775808L', 5, /too large for an Int64/],
  ['A eq 1e999', 5, /too large for a Double/],
  ['A eq 1e39f', 5, /too large for a Single/],
  ['A eq 79228162514264337593543950336m', 5, /not a Decimal/],
  ['A eq 1.', 5, /'1.' is not a number/],
  ['A eq .5', 5, /a digit before and after/],
  ['A eq 1x', 5, /'1x' is not a number/],
  ['Items/any(x: x eq 1)', 0, /paths, any and all are not supported/],
  ['A eq @p', 5, /parameter aliases/],
  ['$it eq 1', 0, /\$it/],
  ["'😀' eq '😀' x", 11, /expected an operator/],
  ["'😀' eq 'x", 7, /no closing quote/],
  ["('😀' eq 'x'", 11, /'\)' is missing for the '\(' at position 0/],
];

test('an invalid expression is rejected with the position of the error and a hint', () => {
  for (const [text, position, reason] of REJECTED_EXPRESSIONS) {
    assert.throws(
      () => parseFilter(text),
      (error) =>
        error instanceof Problem &&
        error.message.includes(`$filter, position ${position}: `) &&
        reason.test(error.message),
      text,
    );
  }
});

test('any expression can be a sort key, in ascending or descending order', () => {
  const items = parseOrderBy('length(Title) desc,DueDate asc , State');
  assert.deepEqual(
    items.map(({ expression, isDescending }) => [toArrays(expression), isDescending]),
    [
      [['length', 'Title'], true],
      ['DueDate', false],
      ['State', false],
    ],
  );
  assert.throws(() => parseOrderBy('Title downwards'), /\$orderby, position 6/);
  assert.throws(() => parseOrderBy('Title,'), /\$orderby, position 6/);
  for (const rest of ['and State', 'desc', 'DESC', '5', ')']) {
    assert.throws(
      () => parseOrderBy(`Title desc ${rest}`),
      /\$orderby, position 11: expected a comma or the end/,
    );
  }
  assert.equal(parseOrderBy(`A${',A'.repeat(999)}`).length, 1_000);
  assert.throws(() => parseOrderBy(`A${',A'.repeat(1_000)}`), /position 2000: there are more than 1000 keys/);
  assert.throws(() => parseOrderBy('Title DESC'), /\$orderby, position 6: .*in lower case: desc/);
});

test('any input either parses or is rejected with a Problem', () => {
  const words =
    "and or not eq add ( ) , - ' '' 1 1.5 e5 L Title datetime'2026 null / : f( é 😀 \u0000 \ud800".split(' ');
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(fc.constantFrom(...words), { maxLength: 20 }).map((parts) => parts.join(' ')),
    fc.array(fc.constantFrom(...words), { maxLength: 20 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (filter) => {
      try {
        parseFilter(filter);
      } catch (error) {
        assert.ok(error instanceof Problem, String(error));
      }
    }),
    { numRuns: 5_000 },
  );
});
