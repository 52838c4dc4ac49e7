import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { callAround, type ExpressionScope, endOfError, suggestionsAt } from './expression-suggestions.ts';

const scope: ExpressionScope = {
  fields: [
    { name: 'Height', type: 'decimal', label: 'Height in metres' },
    { name: 'Colour', type: 'singleChoice', label: '', choices: [{ value: 'red' }, { value: 'green' }] },
  ],
  hasSelf: true,
  ownChoices: [{ value: 'pass' }, { value: 'fail' }],
};
const suggested = (text: string, isRequested = false) => {
  const found = suggestionsAt(text, text.length, scope, isRequested);
  return found && { from: found.from, texts: found.suggestions.map((suggestion) => suggestion.text) };
};

test('suggests a field by name and completes its braces', () => {
  for (const typed of ['1 + H', '1 + $', '1 + ${', '1 + ${He']) {
    const { from, texts } = suggested(typed)!;
    assert.equal(from, 4, typed);
    assert.ok(texts.includes('${Height}'), typed);
  }
});

test('suggests choices in quotes after a choice field or the answer itself, and nothing in other quotes', () => {
  assert.deepEqual(suggested("${Colour} = 're"), { from: 13, texts: ['red', 'green'] });
  assert.deepEqual(suggested("selected(${Colour}, '"), { from: 21, texts: ['red', 'green'] });
  assert.deepEqual(suggested(". != 'f"), { from: 6, texts: ['pass', 'fail'] });
  assert.equal(suggested("${Height} = '"), undefined);
  assert.equal(suggested("concat('He"), undefined);
});

test('suggests functions with a parenthesis, and nothing on empty input unless requested', () => {
  assert.ok(suggested('rou')!.texts.includes('round('));
  assert.equal(suggested('1 + '), undefined);
  assert.ok(suggested('1 + ', true)!.texts.includes('.'));
});

test('finds the innermost open function call around the cursor', () => {
  const written = (text: string) => callAround(text, text.length)?.signature;
  assert.equal(written('round(sum(${Length}), '), 'round(number, places?)');
  assert.equal(written('if(round('), 'round(number, places?)');
  assert.equal(written("concat('round("), 'concat(value, …)');
  assert.equal(written('round(1)'), undefined);
  assert.equal(written('(1 + '), undefined);
});

test('an error extends to the end of its word, name or text', () => {
  assert.equal(endOfError('${Heigth} > 3', 0), 9);
  assert.equal(endOfError("1 + 'ab", 4), 7);
  assert.equal(endOfError('1 +', 3), 3);
});

test('suggestions replace only text before the cursor, for any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(40), fc.boolean(), (text, place, isRequested) => {
      const at = Math.min(place, text.length);
      const found = suggestionsAt(text, at, scope, isRequested);
      if (found) assert.ok(found.from >= 0 && found.from <= at);
      callAround(text, at);
      assert.ok(endOfError(text, at) <= text.length);
    }),
  );
});
