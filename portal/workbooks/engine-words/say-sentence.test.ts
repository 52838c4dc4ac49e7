// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions look like templates of ours
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import test from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { examineDefinition } from '#workbook-engine/check-definition.ts';
import { functions } from '#workbook-engine/expressions/functions.ts';
import { inEnglish } from '#workbook-engine/sentence.ts';
import { functionHelpNl } from './function-help-nl.ts';
import { saySentence, sentencesNl } from './say-sentence.ts';

const ENGINE = resolve(import.meta.dirname, '../../../workbook-engine');

/** The patterns of the sentences that a source writes; what is put into one may hold others. */
const patternsIn = (source: string): string[] =>
  [...source.matchAll(/\bsentence`/g)].map(({ index }) => {
    let pattern = '';
    let values = 0;
    const open: string[] = [];
    for (let at = index + 'sentence`'.length; ; at++) {
      const character = source[at]!;
      const inner = open.at(-1);
      if (character === '`' && open.length === 0) return pattern;
      if (character === '\\') {
        at++;
        if (open.length === 0) pattern += source[at];
      } else if (source.startsWith('${', at) && inner !== '{') {
        if (open.length === 0) pattern += `{${values++}}`;
        open.push('{');
        at++;
      } else if (character === '`' && inner === '{') open.push('`');
      else if ((character === '`' && inner === '`') || (character === '}' && inner === '{')) open.pop();
      else if (open.length === 0) pattern += character;
    }
  });

const faultsOf = (...fields: Field[]) => examineDefinition({ fields }).faults;

test('every sentence of the engine is said in Dutch, and none that it does not say', () => {
  const sources = globSync('**/*.ts', { cwd: ENGINE }).filter(
    (path) => !/\.test\.ts$|^testing|^sentence\.ts$/.test(path),
  );
  const said = sources.flatMap((path) => patternsIn(readFileSync(resolve(ENGINE, path), 'utf8')));
  assert.ok(said.length > 150);
  assert.deepEqual([...new Set(said)].sort(), Object.keys(sentencesNl).sort());
});

test('in Dutch a sentence names no more than in English', () => {
  const places = (pattern: string) => new Set(pattern.match(/\{\d\}/g));
  for (const [pattern, dutch] of Object.entries(sentencesNl)) {
    assert.ok(places(dutch).isSubsetOf(places(pattern)), pattern);
  }
});

test('every function has its help in Dutch', () => {
  assert.deepEqual(Object.keys(functionHelpNl).sort(), [...functions.keys()].sort());
});

test('a fault with others in it is said in Dutch from end to end, and names stay as they are', () => {
  const faults = faultsOf(
    { name: 'Height', type: 'text', relevant: '${Hight} > 3' },
    { name: 'Width', type: 'decimal', constraint: '. + ${Height} > 3' },
    { name: 'Kind', type: 'text', relevant: 'Height' },
  ).map(({ sentence }) => sentence);
  assert.deepEqual(
    faults.map((fault) => saySentence(fault, 'nl')),
    [
      'Er is geen veld Hight. Bedoelt u Height?',
      "Elke kant van '+' moet een getal zijn, maar Height is een tekst: number(…) leest een getal uit een tekst.",
      "Het woord Height heeft hier geen betekenis: een veld schrijft u als ${Height}, een tekst als 'Height'.",
    ],
  );
  assert.deepEqual(
    faults.map((fault) => saySentence(fault, 'en')),
    faults.map(inEnglish),
  );
});

test('what is put into a sentence is never read as a place of it', () => {
  const [fault] = faultsOf({
    name: 'Colour',
    type: 'singleChoice',
    choices: [{ value: 'red' }],
    failWhen: ". = '{1}'",
  });
  assert.match(saySentence(fault!.sentence, 'nl'), /^'\{1\}' is geen keuze van Colour\./);
});
