import assert from 'node:assert/strict';
import test from 'node:test';
import { checkDefinition } from '#workbook-engine/check-definition.ts';
import { refused, refuses } from '#workbook-engine/testing/refusals.ts';

refuses('what is no expression is refused where it stops being one', [
  ['1 +', '', 'Something is missing at the end.'],
  ['   ', '', 'There is no expression.'],
  ['(1 + 2', '(1 + 2', 'The parenthesis that is opened here is not closed.'],
  ['1 + 2)', ')', 'No parenthesis is open here.'],
  ['max(1, 2', '(1, 2', 'The parenthesis that is opened here is not closed.'],
  ['max(1 2)', '2)', 'An operator, a comma or a closing parenthesis is expected here.'],
  ['1 2', '2', 'An operator or the end is expected here.'],
  ['* 3', '* 3', 'A value is expected here, not *.'],
  ["'crack", "'crack", 'The text that begins here has no closing quote.'],
  ['1 # 2', '# 2', 'The character # has no meaning here.'],
]);

refuses('what other languages write is told as it is written here', [
  ['${Five} == 5', '= 5', "'Equal' is written with one =."],
  ['${Yes} && ${Yes}', '&& ${Yes}', "Conditions are joined by the words 'and' and 'or'."],
  ['${Yes} || ${Yes}', '|| ${Yes}', "Conditions are joined by the words 'and' and 'or'."],
  ['!${Yes}', '!${Yes}', "'Not equal' is written !=, and the opposite of a condition not(…)."],
  ['${Yes} AND ${Yes}', 'AND ${Yes}', 'Operators are written in lower case: and.'],
  [
    '${Five} / 2',
    '/ 2',
    "A quotient is written with the word 'div'; fields are written ${Name}, not as paths.",
  ],
  ['${Five} % 2', '% 2', "A remainder is written with the word 'mod'."],
  ['concat(‘a’)', '‘a’)', "Texts stand in straight quotes: 'crack'."],
  ['$Five', '$Five', 'A field is written ${Name}.'],
  [
    '${Five + 1',
    '${Five + 1',
    'A field is written ${Name}: the closing brace is missing, or the name holds what no name does.',
  ],
  ['{Five}', '{Five}', 'Braces stand around the name of a field only: ${Name}.'],
  [
    '${Spans}[1]',
    '[1]',
    'Predicates are not served: indexed-repeat(${Field}, ${Repeat}, 2) reads one entry of a repeat.',
  ],
]);

refuses('a name must be one that there is', [
  ['${Fve} + 1', '${Fve} + 1', 'There is no field Fve. Did you mean Five?'],
  ['1 + ${five}', '${five}', 'There is no field five. Did you mean Five?'],
  ['${Xylophone}', '${Xylophone}', 'There is no field Xylophone.'],
  ['Five + 1', 'Five + 1', "The word Five has no meaning here: a field is written ${Five}, a text 'Five'."],
  ['today > 3', 'today > 3', 'today is a function and needs parentheses: today().'],
  ['rond(1)', 'rond(1)', 'There is no function rond. Did you mean round(number, places?)?'],
  [
    "pulldata('a', 'b')",
    "pulldata('a', 'b')",
    'The function pulldata is not served: data of other tables is not served: custom properties of the task fill fields by their name.',
  ],
  ['constructor()', 'constructor()', 'There is no function constructor.'],
  ["jr:choice-name('a', '${Five}')", "'${Five}')", 'Five has no choices.'],
  ["jr:choice-name('a', 'b')", "'b')", "The field whose choices are meant is written '${Name}'."],
]);

refuses('a function takes as many arguments as it takes', [
  ['round()', 'round()', 'round(number, places?) takes 1 to 2 arguments, not 0.'],
  ['today(1)', 'today(1)', 'today() takes 0 arguments, not 1.'],
  ['not(true(), false())', 'not(true(), false())', 'not(condition) takes 1 argument, not 2.'],
  ["join(',')", "join(',')", 'join(separator, value, …) takes 2 or more arguments, not 1.'],
]);

refuses('a pattern must be one that can be followed in one way through a text', [
  ["regex('a', '(a')", "'(a')", 'The pattern cannot be used, at its character 3: a group is not closed.'],
  ["regex('a', 'a)')", "'a)')", 'The pattern cannot be used, at its character 2: no group is open here.'],
  ["regex('a', '[a')", "'[a')", 'The pattern cannot be used, at its character 3: a set is not closed.'],
  [
    "regex('a', '*a')",
    "'*a')",
    'The pattern cannot be used, at its character 1: there is nothing before * to repeat.',
  ],
  [
    "regex('a', '(a)\\1')",
    "'(a)\\1')",
    'The pattern cannot be used, at its character 6: references back are not served.',
  ],
  [
    "regex('a', '(?=a)')",
    "'(?=a)')",
    'The pattern cannot be used, at its character 3: groups that look around, or have a name, are not served; (?:…) is.',
  ],
  [
    "regex('a', 'a{3,2}')",
    "'a{3,2}')",
    'The pattern cannot be used, at its character 7: the least number of times is the larger one.',
  ],
  [
    "regex('a', 'a{9999}')",
    "'a{9999}')",
    'The pattern cannot be used, at its character 8: at most 1000 times can be asked for.',
  ],
  ["regex('a', '(a{999}){999}')", "'(a{999}){999}')", 'The pattern has too many repetitions.'],
  [
    "regex('a', '[z-a]')",
    "'[z-a]')",
    'The pattern cannot be used, at its character 5: the range z-a goes backwards.',
  ],
  [
    "regex('a', '\\b')",
    "'\\b')",
    'The pattern cannot be used, at its character 3: \\b is not served; \\d, \\w, \\s, \\p{L} and their opposites are.',
  ],
  [
    "regex('a', '\\pL')",
    "'\\pL')",
    'The pattern cannot be used, at its character 3: a property in braces is expected, such as \\p{L} for letters.',
  ],
  [
    "regex('a', '\\p{Letters}')",
    "'\\p{Letters}')",
    'The pattern cannot be used, at its character 12: Unicode has no property Letters.',
  ],
  ["regex('a', ${Word})", '${Word})', "The pattern must stand in the expression itself: '[A-Z]{2}'."],
]);

test('an expression may be long and deep, and not without end', () => {
  const sum = (parts: number) => Array(parts).fill('1').join('+');
  const deep = (levels: number) => `${'('.repeat(levels)}1${')'.repeat(levels)}`;
  const good = [sum(500), deep(100), `${'-'.repeat(100)}1`, `'${'x'.repeat(9_998)}'`];
  for (const calculation of good) {
    assert.deepEqual(checkDefinition({ fields: [{ name: 'A', type: 'calculated', calculation }] }), []);
  }
  assert.equal(refused(sum(501)).message, 'An expression has at most 1000 parts.');
  assert.equal(refused(deep(101)).message, 'An expression is at most 100 levels deep.');
  assert.equal(refused(`${'-'.repeat(101)}1`).message, 'An expression is at most 100 levels deep.');
  assert.equal(
    refused(`'${'x'.repeat(9_999)}'`).message,
    'An expression has at most 10000 characters; this one has 10001.',
  );
});
