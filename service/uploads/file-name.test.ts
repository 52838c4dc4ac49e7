import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cleanFileName, setExtension } from './file-name.ts';

test('a file name is shown without its path or any invisible characters', () => {
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
  for (const [name, expected] of Object.entries(cleaned)) assert.equal(cleanFileName(name), expected, name);
});

test('a picture is downloaded with the extension for its type', () => {
  assert.equal(setExtension('image/jpeg', 'IMG_1.HEIC'), 'IMG_1.jpg');
  assert.equal(setExtension('image/jpeg', 'IMG_1.JPEG'), 'IMG_1.JPEG');
  assert.equal(setExtension('image/png', 'mark'), 'mark.png');
  assert.equal(setExtension('image/jpeg', 'v1.2 of the bridge'), 'v1.2 of the bridge.jpg');
  assert.equal(setExtension('application/pdf', 'report.html'), 'report.html');
});

test('a cleaned file name never contains a path separator or control character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), (name) => {
      assert.ok(!/[/\\\p{Cc}]/u.test(cleanFileName(name)));
    }),
  );
});
