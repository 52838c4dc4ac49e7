import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import test from 'node:test';
import { sentencesIn } from '#service/architecture/sentences-in.ts';
import { engineSentencesNl } from './engine-sentences-nl.ts';

const ENGINE = resolve(import.meta.dirname, '..');

test('every sentence of the engine is said in Dutch, and none that it does not say', () => {
  const sources = globSync('**/*.ts', { cwd: ENGINE }).filter((path) => !/\.test\.ts$|^testing/.test(path));
  const said = sources.flatMap((path) => sentencesIn(readFileSync(resolve(ENGINE, path), 'utf8')));
  assert.ok(said.length > 180);
  assert.deepEqual([...new Set(said)].sort(), Object.keys(engineSentencesNl).sort());
});

test('in Dutch a sentence names no more than in English', () => {
  const places = (pattern: string) => new Set(pattern.match(/\{\d+\}/g));
  for (const [pattern, dutch] of Object.entries(engineSentencesNl)) {
    assert.ok(places(dutch).isSubsetOf(places(pattern)), pattern);
  }
});
