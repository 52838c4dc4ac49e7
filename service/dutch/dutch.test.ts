import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import test from 'node:test';
import { sentencesIn } from '#service/architecture/sentences-in.ts';
import { engineSentencesNl } from '#workbook-engine/dutch/engine-sentences-nl.ts';
import { describedValuesNl } from './described-values-nl.ts';
import { dutch } from './dutch.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(ROOT, path), 'utf8');

const saidByTheService = new Set(
  globSync('{service,xlsform}/**/*.ts', { cwd: ROOT })
    .filter((path) => !/\.test\.ts$|\/testing\/|architecture\//.test(path))
    .flatMap((path) => sentencesIn(read(path))),
);

const holesIn = (pattern: string) => (pattern.match(/\{\d+\}/g) ?? []).toSorted();

test('every sentence of the service is said in Dutch', () => {
  assert.ok(saidByTheService.size > 400);
  assert.deepEqual(
    [...saidByTheService].filter((pattern) => !Object.hasOwn(dutch, pattern)),
    [],
  );
});

test('nothing is said in Dutch that nobody says', () => {
  const described = new Set(
    [...read('docs/openapi.json').matchAll(/"description": (".*")/g)].map(([, text]) => JSON.parse(text!)),
  );
  const isSaid = (pattern: string) =>
    saidByTheService.has(pattern) ||
    Object.hasOwn(engineSentencesNl, pattern) ||
    (Object.hasOwn(describedValuesNl, pattern) && described.has(pattern));
  assert.deepEqual(
    Object.keys(dutch).filter((pattern) => !isSaid(pattern)),
    [],
  );
});

test('in Dutch a sentence names what it names in English', () => {
  for (const pattern of saidByTheService)
    if (!Object.hasOwn(engineSentencesNl, pattern))
      assert.deepEqual(holesIn(dutch[pattern] ?? ''), holesIn(pattern), pattern);
});

test('each sentence is said in Dutch once', () => {
  // `  Somebody: 'Iemand',` or the same with its pattern in quotation marks.
  const keys = globSync('{service,workbook-engine}/dutch/*-nl.ts', { cwd: ROOT }).flatMap((path) =>
    [...read(path).matchAll(/^ {2}(\w+|'.*?'|".*?"):/gm)].map(([, key]) =>
      key!.replaceAll(/^['"]|['"]$/g, ''),
    ),
  );
  assert.ok(keys.length >= Object.keys(dutch).length);
  assert.deepEqual(
    keys.filter((key, place) => keys.indexOf(key) !== place),
    [],
  );
});
