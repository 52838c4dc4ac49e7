import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { test } from 'node:test';
import { LANGUAGES } from '#i18n/languages.ts';
import type { Messages } from '#i18n/translator.ts';
import { collectEnglishMessages } from './english-messages.ts';

const root = resolve(import.meta.dirname, '..');
const readMessages = (path: string): Messages => JSON.parse(readFileSync(resolve(root, path), 'utf8'));

/** The paths of all files with English messages. */
const englishPaths = globSync('{*,*/*}/messages/en/*.json', { cwd: root, exclude: ['node_modules'] }).sort();
const toLanguagePath = (path: string, language: string) =>
  `${dirname(dirname(path))}/${language}/${basename(path)}`;

const PLURAL_PATTERN = /_(zero|one|two|few|many|other)$/;
const listKeys = (messages: Messages) =>
  [...new Set(Object.keys(messages).map((key) => key.replace(PLURAL_PATTERN, '')))].sort();
const findPlaceholders = (text: string) => [...new Set(text.match(/\{\{\w+(, number)?\}\}/g))].sort();

/**
 * Returns whether translations may omit placeholders. "One photo" needs no number, and no translation needs the
 * paths within a workbook's JSON.
 */
const canOmitPlaceholders = (path: string, key: string) =>
  key.endsWith('_one') || path.startsWith('workbook-engine/');

test('every language has exactly the same files as English, and there are no other languages', () => {
  assert.ok(englishPaths.length > 40);
  const expectedPaths = englishPaths.flatMap((path) =>
    LANGUAGES.map((language) => toLanguagePath(path, language)),
  );
  const foundPaths = globSync('{*,*/*}/messages/*/*.json', { cwd: root, exclude: ['node_modules'] });
  assert.deepEqual(foundPaths.sort(), expectedPaths.sort());
});

for (const language of LANGUAGES) {
  test(`${language}: every file has the same keys as in English, in all plural forms of the language`, () => {
    const pluralForms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const path of englishPaths) {
      const messages = readMessages(toLanguagePath(path, language));
      assert.deepEqual(listKeys(messages), listKeys(readMessages(path)), toLanguagePath(path, language));
      for (const pluralKey of Object.keys(messages).filter((key) => PLURAL_PATTERN.test(key)))
        for (const form of pluralForms)
          assert.ok(messages[pluralKey.replace(PLURAL_PATTERN, `_${form}`)], `${pluralKey}, ${form}`);
    }
  });

  test(`${language}: a message has the same placeholders as in English, and is not empty`, () => {
    for (const path of englishPaths) {
      const source = readMessages(path);
      for (const [key, text] of Object.entries(readMessages(toLanguagePath(path, language)))) {
        const original = source[key] ?? source[key.replace(PLURAL_PATTERN, '_other')]!;
        assert.notEqual(text.trim(), '', `${path}, ${key}`);
        const [actual, expected] = [findPlaceholders(text), findPlaceholders(original)];
        assert.deepEqual(
          actual.filter((name) => !expected.includes(name)),
          [],
          `${path}, ${key}`,
        );
        if (!canOmitPlaceholders(path, key)) assert.deepEqual(actual, expected, `${path}, ${key}`);
      }
    }
  });
}

test('the English message files contain exactly the messages in the code', () => {
  for (const [path, messages] of Object.entries(collectEnglishMessages()))
    assert.deepEqual(readMessages(path), messages, `${path}: run npm run messages`);
});
