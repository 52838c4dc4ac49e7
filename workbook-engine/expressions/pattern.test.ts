import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { createPatterns } from './pattern.ts';

const UNBOUNDED = { spend: () => {} };
const compile = (pattern: string) => createPatterns().compile(pattern, 0);
const matches = (pattern: string, text: string) => compile(pattern)(text, UNBOUNDED);

test('a pattern matches the whole text as a regular expression does', () => {
  const table: [pattern: string, good: string[], bad: string[]][] = [
    ['abc', ['abc'], ['ab', 'abcd', 'xabc', '']],
    ['', [''], ['a']],
    ['a|bc|', ['a', 'bc', ''], ['b', 'abc']],
    ['(ab)*c?', ['', 'c', 'ab', 'ababc'], ['a', 'abcc']],
    ['a{2}', ['aa'], ['a', 'aaa']],
    ['a{2,}', ['aa', 'aaaaa'], ['a']],
    ['a{0,2}', ['', 'a', 'aa'], ['aaa']],
    ['a{1,2}b', ['ab', 'aab'], ['b', 'aaab']],
    ['a+?b*?', ['a', 'aab'], ['b']],
    ['[a-cx]', ['a', 'c', 'x'], ['d', '-', 'ab']],
    ['[^a-c]', ['d', '🙂'], ['a', '']],
    ['[]a-]', [']', 'a', '-'], ['b']],
    ['[\\d.]+', ['1.5', '...'], ['1,5']],
    ['\\w\\W\\s\\S\\D', ['a! bc'], ['a! b1']],
    ['\\p{Lu}[\\p{L} -]*', ['Łódź', 'Αθήνα', 'Đà Nẵng'], ['łódź', 'Łódź 1']],
    ['\\P{L}+', ['1-2'], ['1a']],
    ['\\p{Script=Greek}+', ['Αθήνα'], ['Athina']],
    ['\\.\\*\\\\', ['.*\\'], ['ab\\']],
    ['\\t\\n', ['\t\n'], ['tn']],
    ['^a$', ['a'], ['ab']],
    ['a^b', [], ['ab', 'a^b']],
    ['(^a|b)c', ['ac', 'bc'], ['c']],
    ['.', ['a', '🙂'], ['\n', 'ab']],
    ['{a}', ['{a}'], ['a']],
    ['(?:a|b)+', ['abba'], ['abc']],
    ['[0-9]{4} ?[A-Z]{2}', ['1017 AB', '1017AB'], ['1017  AB', '101 AB']],
    ['(a*)*b', ['b', 'aab'], ['a']],
  ];
  for (const [pattern, good, bad] of table) {
    for (const text of good) assert.equal(matches(pattern, text), true, `${pattern} is ${text}`);
    for (const text of bad) assert.equal(matches(pattern, text), false, `${pattern} is not ${text}`);
  }
});

test('any pattern matches the same texts as a regular expression of JavaScript', () => {
  const letter = fc.constantFrom('a', 'b', '.', '\\d', '[ab]', '[^b1-3]', '\\.', '1');
  const { pattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
    piece: fc.oneof(
      { maxDepth: 3 },
      letter,
      fc
        .tuple(letter, fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{0,1}', '*?'))
        .map(([one, times]) => one + times),
      fc
        .tuple(tie('pattern'), fc.constantFrom('', '*', '+', '?', '{2,}'))
        .map(([inner, times]) => `(${inner})${times}`),
    ),
    pattern: fc.oneof(
      fc.array(tie('piece'), { maxLength: 4 }).map((pieces) => pieces.join('')),
      fc.tuple(tie('piece'), tie('piece')).map(([one, other]) => `${one}|${other}`),
    ),
  }));
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', '.', '4'), maxLength: 6 });
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 5 }), (written, texts) => {
      const evaluate = compile(written);
      const theirs = new RegExp(`^(?:${written})$`, 'u');
      for (const each of texts)
        assert.equal(evaluate(each, UNBOUNDED), theirs.test(each), `${written} on ${each}`);
    }),
    { numRuns: 2_000 },
  );
});

test('a pattern with very many possible matches takes one step per character', () => {
  const evaluate = compile('(a+)+b|(a|aa)*c');
  const steps = 20_000;
  assert.equal(evaluate('a'.repeat(steps), UNBOUNDED), false);
  assert.equal(evaluate(`${'a'.repeat(steps)}c`, UNBOUNDED), true);
});

test('a group without content is repeated at no cost', () => {
  for (const empty of ['()', 'a{0}', '(a{0}())', '(()*)']) {
    const nested = Array(5)
      .fill(0)
      .reduce((inner: string) => `(${inner}){1000}`, empty);
    const evaluate = compile(`${nested}b`);
    assert.equal(evaluate('b', UNBOUNDED), true, empty);
    assert.equal(evaluate('ab', UNBOUNDED), false, empty);
  }
});

test('repetitions that add states are limited, however many groups without content they contain', () => {
  assert.throws(() => compile(`((a${'()'.repeat(10_000)}){1000}){1000}`), /too many repetitions/);
});

test('a set costs a step for each of its members', () => {
  let steps = 0;
  compile(`[${'a'.repeat(1_000)}]*`)('b'.repeat(100), {
    spend: (more) => {
      steps += more;
    },
  });
  assert.ok(steps >= 1_000, `${steps} steps`);
});

test('a pattern may have thousands of alternatives, even without content', () => {
  assert.equal(compile(`${'|'.repeat(4_000)}a`)('a', UNBOUNDED), true);
  assert.throws(() => compile('|'.repeat(9_900)), /too many repetitions/);
});
