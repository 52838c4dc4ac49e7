import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { findPart } from './find-part.ts';

test('finds a substring at the same position as indexOf', () => {
  const letters = (maxLength: number) =>
    fc.array(fc.constantFrom('a', 'b'), { maxLength }).map((characters) => characters.join(''));
  fc.assert(
    fc.property(letters(60), letters(3), fc.nat(50), letters(40), (before, repeated, times, after) => {
      const part = repeated.repeat(times);
      for (const text of [before + part + after, before + after, before]) {
        assert.equal(findPart(text, part), text.indexOf(part));
        assert.equal(findPart(text, `${part}${after}`), text.indexOf(`${part}${after}`));
      }
    }),
    { numRuns: 500 },
  );
});
