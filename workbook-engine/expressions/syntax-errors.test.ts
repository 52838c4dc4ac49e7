import assert from 'node:assert/strict';
import test from 'node:test';
import { checkDefinition } from '#workbook-engine/check-definition.ts';
import { findError, testRejectedExpressions } from '#workbook-engine/testing/expression-errors.ts';

testRejectedExpressions('rejects an invalid expression at the position of the error', [
  ['1 +', '', 'The expression ends where a value is expected.'],
  ['   ', '', 'The expression is empty.'],
  ['(1 + 2', '(1 + 2', 'This parenthesis is not closed.'],
  ['1 + 2)', ')', 'This closing parenthesis has no opening parenthesis.'],
  ['max(1, 2', '(1, 2', 'This parenthesis is not closed.'],
  ['max(1 2)', '2)', 'An operator, a comma or a closing parenthesis is expected here.'],
  ['1 2', '2', 'An operator or the end of the expression is expected here.'],
  ['* 3', '* 3', 'A value is expected here, not *.'],
  ["'crack", "'crack", 'This text has no closing quote.'],
  ['1 # 2', '# 2', 'The character # is not allowed here.'],
]);

testRejectedExpressions('explains the syntax to authors who use the syntax of another language', [
  ['${Five} == 5', '= 5', "Use a single = for 'equal to'."],
  ['${Yes} && ${Yes}', '&& ${Yes}', "Join conditions with the words 'and' and 'or'."],
  ['${Yes} || ${Yes}', '|| ${Yes}', "Join conditions with the words 'and' and 'or'."],
  ['!${Yes}', '!${Yes}', "Write 'not equal to' as != and the opposite of a condition as not(…)."],
  ['${Yes} AND ${Yes}', 'AND ${Yes}', 'Write operators in lower case: and.'],
  ['${Five} / 2', '/ 2', "Divide with the word 'div'. Write fields as ${Name}, not as paths."],
  ['${Five} % 2', '% 2', "Use the word 'mod' for a remainder."],
  ['concat(‘a’)', '‘a’)', "Use straight quotes around text: 'crack'."],
  ['$Five', '$Five', 'Write a field as ${Name}.'],
  [
    '${Five + 1',
    '${Five + 1',
    'Write a field as ${Name}: the closing brace is missing, or the name contains an invalid character.',
  ],
  ['{Five}', '{Five}', 'Use braces only around the name of a field: ${Name}.'],
  [
    '${Spans}[1]',
    '[1]',
    'Predicates are not supported: use indexed-repeat(${Field}, ${Repeat}, 2) to read one entry of a repeat.',
  ],
]);

testRejectedExpressions('rejects unknown field and function names', [
  ['${Fve} + 1', '${Fve} + 1', 'There is no field Fve. Did you mean Five?'],
  ['1 + ${five}', '${five}', 'There is no field five. Did you mean Five?'],
  ['${Xylophone}', '${Xylophone}', 'There is no field Xylophone.'],
  ['Five + 1', 'Five + 1', "The word Five is not allowed here: write a field as ${Five} and text as 'Five'."],
  ['today > 3', 'today > 3', 'today is a function and needs parentheses: today().'],
  ['rond(1)', 'rond(1)', 'There is no function rond. Did you mean round(number, places?)?'],
  [
    "pulldata('a', 'b')",
    "pulldata('a', 'b')",
    'The function pulldata is not supported: data from other tables is not available: use custom properties of the task, which fill fields of the same name.',
  ],
  ['constructor()', 'constructor()', 'There is no function constructor.'],
  ["jr:choice-name('a', '${Five}')", "'${Five}')", 'Five has no choices.'],
  ["jr:choice-name('a', 'b')", "'b')", "Write the field that has the choices as '${Name}'."],
]);

testRejectedExpressions('rejects a wrong number of arguments', [
  ['round()', 'round()', 'round(number, places?) takes 1 to 2 arguments, not 0.'],
  ['today(1)', 'today(1)', 'today() takes 0 arguments, not 1.'],
  ['not(true(), false())', 'not(true(), false())', 'not(condition) takes 1 argument, not 2.'],
  ["join(',')", "join(',')", 'join(separator, value, …) takes 2 or more arguments, not 1.'],
]);

testRejectedExpressions('rejects invalid and unsupported patterns', [
  ["regex('a', '(a')", "'(a')", 'The pattern is invalid at character 3: a group is not closed.'],
  ["regex('a', 'a)')", "'a)')", 'The pattern is invalid at character 2: no group is open here.'],
  ["regex('a', '[a')", "'[a')", 'The pattern is invalid at character 3: a set is not closed.'],
  [
    "regex('a', '*a')",
    "'*a')",
    'The pattern is invalid at character 1: there is nothing before * to repeat.',
  ],
  [
    "regex('a', '(a)\\1')",
    "'(a)\\1')",
    'The pattern is invalid at character 6: backreferences are not supported.',
  ],
  [
    "regex('a', '(?=a)')",
    "'(?=a)')",
    'The pattern is invalid at character 3: lookaround and named groups are not supported; (?:…) is.',
  ],
  [
    "regex('a', 'a{3,2}')",
    "'a{3,2}')",
    'The pattern is invalid at character 7: the minimum number of repetitions is greater than the maximum.',
  ],
  [
    "regex('a', 'a{9999}')",
    "'a{9999}')",
    'The pattern is invalid at character 8: at most 1000 repetitions are allowed.',
  ],
  ["regex('a', '(a{999}){999}')", "'(a{999}){999}')", 'The pattern has too many repetitions.'],
  [
    "regex('a', '[z-a]')",
    "'[z-a]')",
    'The pattern is invalid at character 5: the range z-a is in reverse order.',
  ],
  [
    "regex('a', '\\b')",
    "'\\b')",
    'The pattern is invalid at character 3: \\b is not supported; \\d, \\w, \\s, \\p{L} and their opposites are.',
  ],
  [
    "regex('a', '\\pL')",
    "'\\pL')",
    'The pattern is invalid at character 3: a property in braces is expected, such as \\p{L} for letters.',
  ],
  [
    "regex('a', '\\p{Letters}')",
    "'\\p{Letters}')",
    'The pattern is invalid at character 12: Unicode has no property Letters.',
  ],
  [
    "regex('a', ${Word})",
    '${Word})',
    "The pattern must be literal text in the expression, such as '[A-Z]{2}'.",
  ],
]);

test('limits the length and the depth of an expression', () => {
  const sum = (parts: number) => Array(parts).fill('1').join('+');
  const nested = (levels: number) => `${'('.repeat(levels)}1${')'.repeat(levels)}`;
  const valid = [sum(500), nested(100), `${'-'.repeat(100)}1`, `'${'x'.repeat(9_998)}'`];
  for (const calculation of valid) {
    assert.deepEqual(checkDefinition({ fields: [{ name: 'A', type: 'calculated', calculation }] }), []);
  }
  assert.equal(findError(sum(501)).message, 'An expression may have at most 1000 operands and operators.');
  assert.equal(findError(nested(101)).message, 'An expression can be nested at most 100 levels deep.');
  assert.equal(
    findError(`${'-'.repeat(101)}1`).message,
    'An expression can be nested at most 100 levels deep.',
  );
  assert.equal(
    findError(`'${'x'.repeat(9_999)}'`).message,
    'An expression may have at most 10000 characters; this one has 10001.',
  );
});
