import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { createPatterns } from './pattern.ts';

const UNLIMITED_BUDGET = { spend: () => {} };
const compile = (pattern: string) => createPatterns().compile(pattern, 0);
const isMatch = (pattern: string, text: string) => compile(pattern)(text, UNLIMITED_BUDGET);

test('a pattern must match the whole text, like an anchored regular expression', () => {
  const table: [pattern: string, matchingTexts: string[], otherTexts: string[]][] = [
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
  for (const [pattern, matchingTexts, otherTexts] of table) {
    for (const text of matchingTexts)
      assert.equal(isMatch(pattern, text), true, `${pattern} should match ${text}`);
    for (const text of otherTexts)
      assert.equal(isMatch(pattern, text), false, `${pattern} should not match ${text}`);
  }
});

test('a pattern matches the same strings as a JavaScript regular expression', () => {
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
    fc.property(pattern, fc.array(text, { minLength: 5 }), (source, texts) => {
      const evaluate = compile(source);
      const regExp = new RegExp(`^(?:${source})$`, 'u');
      for (const string of texts)
        assert.equal(evaluate(string, UNLIMITED_BUDGET), regExp.test(string), `${source} on ${string}`);
    }),
    { numRuns: 2_000 },
  );
});

test('matching takes linear time even where a backtracking matcher would take exponential time', () => {
  const evaluate = compile('(a+)+b|(a|aa)*c');
  const length = 20_000;
  assert.equal(evaluate('a'.repeat(length), UNLIMITED_BUDGET), false);
  assert.equal(evaluate(`${'a'.repeat(length)}c`, UNLIMITED_BUDGET), true);
});

test('repeating an empty group does not add any states', () => {
  for (const empty of ['()', 'a{0}', '(a{0}())', '(()*)']) {
    const nested = Array(5)
      .fill(0)
      .reduce((inner: string) => `(${inner}){1000}`, empty);
    const evaluate = compile(`${nested}b`);
    assert.equal(evaluate('b', UNLIMITED_BUDGET), true, empty);
    assert.equal(evaluate('ab', UNLIMITED_BUDGET), false, empty);
  }
});

test('limits repetitions that add states, regardless of how many empty groups they contain', () => {
  assert.throws(() => compile(`((a${'()'.repeat(10_000)}){1000}){1000}`), /too many repetitions/);
});

test('matching a character costs one step for each member of a set', () => {
  let steps = 0;
  compile(`[${'a'.repeat(1_000)}]*`)('b'.repeat(100), {
    spend: (count) => {
      steps += count;
    },
  });
  assert.ok(steps >= 1_000, `${steps} steps`);
});

test('a pattern can have thousands of alternatives, even empty ones', () => {
  assert.equal(compile(`${'|'.repeat(4_000)}a`)('a', UNLIMITED_BUDGET), true);
  assert.throws(() => compile('|'.repeat(9_900)), /too many repetitions/);
});
