import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { printable } from './printable.ts';

/** Fonts with Latin letters only. */
const latin = (codePoint: number) => codePoint < 0x250 || codePoint === 0xfffd || codePoint === 0x200b;
const shown = (text: string) => printable(text, latin).text;

const cases: [what: string, given: string, shown: string][] = [
  ['letters stay', 'Žluťoučký kůň', 'Žluťoučký kůň'],
  ['what is one sign is replaced by one', '桥梁 👍🏽 🇳🇱 👨‍👩‍👧 ok', '�� � � � ok'],
  ['marks are joined with their letters', 'e\u0301a\u0308', 'éä'],
  ['ends of lines are alike', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
  ['of empty lines one stays', 'a\n\n \n\n\nb', 'a\n\nb'],
  ['what stands around a text goes', '\n\na\n', 'a'],
  ['control characters go', 'a\u0000b\u0007c\u001b[31md\u007f', 'abc[31md'],
  ['a tab is a blank', 'a\tb', 'a b'],
  ['nothing turns the direction of text', 'invoice\u202Efdp.exe\u2066x\u2069', 'invoicefdp.exex'],
  ['hyphens that may be are none', 'in\u00ADspection', 'inspection'],
  ['half a pair goes', 'a\ud800b', 'ab'],
];

for (const [what, given, expected] of cases) {
  test(`in a report ${what}`, () => {
    assert.equal(shown(given), expected);
  });
}

test('a report says whether all of a text can be shown', () => {
  assert.equal(printable('Łódź\u202E', latin).isWhole, true);
  assert.equal(printable('Łódź 桥', latin).isWhole, false);
});

test('a word that is none may be broken, and loses nothing', () => {
  const word = 'x'.repeat(32_768);
  const broken = shown(word);
  assert.ok(broken.split('\u200B').every((part) => part.length <= 400));
  assert.equal(broken.replaceAll('\u200B', ''), word);
  assert.equal(shown('x'.repeat(399)), 'x'.repeat(399));
});

test('whatever is said, only what the fonts have is shown', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 200 });
  fc.assert(
    fc.property(anything, (text) => {
      for (const character of shown(text)) {
        assert.ok(character === '\n' || latin(character.codePointAt(0)!), JSON.stringify(character));
      }
    }),
  );
});

test('a text that is shown is shown again as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      assert.equal(shown(shown(text)), shown(text));
    }),
  );
});
