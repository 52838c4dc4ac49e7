import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { contentDisposition } from '#service/http/content-disposition.ts';
import { cleanFileName, withEndingOf } from './file-name.ts';

test('a name is shown without its path and without what nobody sees', () => {
  const cleaned: Record<string, string> = {
    'IMG_0001.jpg': 'IMG_0001.jpg',
    '../../x': 'x',
    'C:\\fakepath\\a.png': 'a.png',
    'a\r\nb': 'ab',
    'a\0b': 'ab',
    'photo\u202egnp.exe': 'photognp.exe',
    '  two   words .txt  ': 'two words .txt',
    '..': 'unnamed',
    '../': 'unnamed',
    '.hidden': 'hidden',
    'a"b<c>:d|e?f*': 'a_b_c__d_e_f_',
    'Foto’s van de brug 🌉.jpg': 'Foto’s van de brug 🌉.jpg',
  };
  for (const [given, shown] of Object.entries(cleaned)) assert.equal(cleanFileName(given), shown, given);
});

test('a picture is saved with the ending of what it is', () => {
  assert.equal(withEndingOf('image/jpeg', 'IMG_1.HEIC'), 'IMG_1.jpg');
  assert.equal(withEndingOf('image/jpeg', 'IMG_1.JPEG'), 'IMG_1.JPEG');
  assert.equal(withEndingOf('image/png', 'mark'), 'mark.png');
  assert.equal(withEndingOf('image/jpeg', 'v1.2 of the bridge'), 'v1.2 of the bridge.jpg');
  assert.equal(withEndingOf('application/pdf', 'report.html'), 'report.html');
});

test('whatever the name, the header is one line and says it whole', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), (given) => {
      const name = cleanFileName(given);
      const header = contentDisposition('attachment', name);
      assert.match(
        header,
        /^attachment; filename="[ !#-$&-[\]-~]*"; filename\*=UTF-8''[!#-&+\-.0-9A-Z^-z|~]+$/,
      );
      assert.equal(decodeURIComponent(header.split("''")[1]!), name);
      assert.ok(!/[/\\\p{Cc}]/u.test(name));
    }),
  );
});
