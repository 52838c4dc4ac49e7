import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { replaceUnprintable } from './printable.ts';

/** Simulates a font with only Latin letters. */
const isLatin = (codePoint: number) => codePoint < 0x250 || codePoint === 0xfffd || codePoint === 0x200b;
const print = (text: string) => replaceUnprintable(text, isLatin).text;

const cases: [behaviour: string, input: string, print: string][] = [
  ['keeps letters', 'Žluťoučký kůň', 'Žluťoučký kůň'],
  ['replaces each visible symbol with one replacement character', '桥梁 👍🏽 🇳🇱 👨‍👩‍👧 ok', '�� � � � ok'],
  ['combines accents with their letters', 'e\u0301a\u0308', 'éä'],
  ['converts all line endings to \\n', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
  ['reduces several empty lines to one', 'a\n\n \n\n\nb', 'a\n\nb'],
  ['removes line breaks before and after the text', '\n\na\n', 'a'],
  ['removes control characters', 'a\u0000b\u0007c\u001b[31md\u007f', 'abc[31md'],
  ['converts tabs and wide spaces to spaces', 'a\tb\u3000c', 'a b c'],
  ['converts form feeds and vertical tabs to line breaks', 'a\fb\vc', 'a\nb\nc'],
  ['replaces private-use characters', 'a\ue000b', 'a�b'],
  ['removes variation selectors', 'a\ufe0fb', 'ab'],
  ['removes marks that change the direction of text', 'invoice\u202Efdp.exe\u2066x\u2069', 'invoicefdp.exex'],
  ['removes soft hyphens', 'in\u00ADspection', 'inspection'],
  ['removes unpaired surrogates', 'a\ud800b', 'ab'],
];

for (const [behaviour, input, expected] of cases) {
  test(`replaceUnprintable ${behaviour}`, () => {
    assert.equal(print(input), expected);
  });
}

test('replaceUnprintable reports whether all characters in a string can be printed', () => {
  assert.equal(replaceUnprintable('Łódź\u202E', isLatin).isComplete, true);
  assert.equal(replaceUnprintable('Łódź 桥', isLatin).isComplete, false);
});

test('a very long word can be broken across lines without losing characters', () => {
  const word = 'x'.repeat(32_768);
  const broken = print(word);
  assert.ok(broken.split('\u200B').every((part) => part.length <= 400));
  assert.equal(broken.replaceAll('\u200B', ''), word);
  assert.equal(print('x'.repeat(399)), 'x'.repeat(399));
});

test('only characters that the fonts contain are printed, for any string', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 200 });
  fc.assert(
    fc.property(anything, (text) => {
      for (const character of print(text)) {
        assert.ok(character === '\n' || isLatin(character.codePointAt(0)!), JSON.stringify(character));
      }
    }),
  );
});

test('replacing unprintable characters is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      assert.equal(print(print(text)), print(text));
    }),
  );
});
