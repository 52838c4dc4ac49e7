import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {
  type ExpressionScope,
  findEnclosingCall,
  findErrorEnd,
  findSuggestions,
} from './expression-suggestions.ts';

const scope: ExpressionScope = {
  fields: [
    { name: 'Height', type: 'decimal', label: 'Height in metres' },
    { name: 'Colour', type: 'singleChoice', label: '', choices: [{ value: 'red' }, { value: 'green' }] },
  ],
  hasSelf: true,
  ownChoices: [{ value: 'pass' }, { value: 'fail' }],
};
const suggest = (text: string, isRequested = false) => {
  const result = findSuggestions(text, text.length, scope, isRequested);
  return result && { from: result.from, texts: result.suggestions.map((suggestion) => suggestion.text) };
};

test('a field is suggested by its name, and the missing braces are added', () => {
  for (const typedText of ['1 + H', '1 + $', '1 + ${', '1 + ${He']) {
    const { from, texts } = suggest(typedText)!;
    assert.equal(from, 4, typedText);
    assert.ok(texts.includes('${Height}'), typedText);
  }
});

test('choices are suggested in quotes after a choice field or the answer itself, but not in other quotes', () => {
  assert.deepEqual(suggest("${Colour} = 're"), { from: 13, texts: ['red', 'green'] });
  assert.deepEqual(suggest("selected(${Colour}, '"), { from: 21, texts: ['red', 'green'] });
  assert.deepEqual(suggest(". != 'f"), { from: 6, texts: ['pass', 'fail'] });
  assert.equal(suggest("${Height} = '"), undefined);
  assert.equal(suggest("concat('He"), undefined);
});

test('functions are suggested with an opening parenthesis, but for empty input only on request', () => {
  assert.ok(suggest('rou')!.texts.includes('round('));
  assert.equal(suggest('1 + '), undefined);
  assert.ok(suggest('1 + ', true)!.texts.includes('.'));
});

test('help is shown for the innermost open function call around the cursor', () => {
  const findSignature = (text: string) => findEnclosingCall(text, text.length)?.signature;
  assert.equal(findSignature('round(sum(${Length}), '), 'round(number, places?)');
  assert.equal(findSignature('if(round('), 'round(number, places?)');
  assert.equal(findSignature("concat('round("), 'concat(value, …)');
  assert.equal(findSignature('round(1)'), undefined);
  assert.equal(findSignature('(1 + '), undefined);
});

test('an error mark extends to the end of the token', () => {
  assert.equal(findErrorEnd('${Heigth} > 3', 0), 9);
  assert.equal(findErrorEnd("1 + 'ab", 4), 7);
  assert.equal(findErrorEnd('1 +', 3), 3);
});

test('suggestions replace only text before the cursor', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(40), fc.boolean(), (text, offset, isRequested) => {
      const position = Math.min(offset, text.length);
      const result = findSuggestions(text, position, scope, isRequested);
      if (result) assert.ok(result.from >= 0 && result.from <= position);
      findEnclosingCall(text, position);
      assert.ok(findErrorEnd(text, position) <= text.length);
    }),
  );
});
