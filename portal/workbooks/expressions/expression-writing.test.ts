import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { callAround, type ExpressionScope, endOfFault, proposalsAt } from './expression-writing.ts';

const scope: ExpressionScope = {
  fields: [
    { name: 'Height', type: 'decimal', label: 'Height in metres' },
    { name: 'Colour', type: 'singleChoice', label: '', choices: [{ value: 'red' }, { value: 'green' }] },
  ],
  hasSelf: true,
  ownChoices: [{ value: 'pass' }, { value: 'fail' }],
};
const proposed = (text: string, isAsked = false) => {
  const found = proposalsAt(text, text.length, scope, isAsked);
  return found && { from: found.from, texts: found.proposals.map((proposal) => proposal.text) };
};

test('a field is proposed by its name, with its braces whatever of them is there', () => {
  for (const typed of ['1 + H', '1 + $', '1 + ${', '1 + ${He']) {
    const { from, texts } = proposed(typed)!;
    assert.equal(from, 4, typed);
    assert.ok(texts.includes('${Height}'), typed);
  }
});

test('in quotes behind a field its choices are proposed, behind the answer itself its own, and nothing elsewhere', () => {
  assert.deepEqual(proposed("${Colour} = 're"), { from: 13, texts: ['red', 'green'] });
  assert.deepEqual(proposed("selected(${Colour}, '"), { from: 21, texts: ['red', 'green'] });
  assert.deepEqual(proposed(". != 'f"), { from: 6, texts: ['pass', 'fail'] });
  assert.equal(proposed("${Height} = '"), undefined);
  assert.equal(proposed("concat('He"), undefined);
});

test('functions are proposed with how they are called; unasked nothing is where nothing was typed', () => {
  assert.ok(proposed('rou')!.texts.includes('round('));
  assert.equal(proposed('1 + '), undefined);
  assert.ok(proposed('1 + ', true)!.texts.includes('.'));
});

test('the function around the cursor is the innermost that is still open', () => {
  const written = (text: string) => callAround(text, text.length)?.written;
  assert.equal(written('round(sum(${Length}), '), 'round(number, places?)');
  assert.equal(written('if(round('), 'round(number, places?)');
  assert.equal(written("concat('round("), 'concat(value, …)');
  assert.equal(written('round(1)'), undefined);
  assert.equal(written('(1 + '), undefined);
});

test('a fault reaches to the end of the word, name or text at which it is', () => {
  assert.equal(endOfFault('${Heigth} > 3', 0), 9);
  assert.equal(endOfFault("1 + 'ab", 4), 7);
  assert.equal(endOfFault('1 +', 3), 3);
});

test('whatever is typed, proposals replace what stands before the cursor', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(40), fc.boolean(), (text, place, isAsked) => {
      const at = Math.min(place, text.length);
      const found = proposalsAt(text, at, scope, isAsked);
      if (found) assert.ok(found.from >= 0 && found.from <= at);
      callAround(text, at);
      assert.ok(endOfFault(text, at) <= text.length);
    }),
  );
});
