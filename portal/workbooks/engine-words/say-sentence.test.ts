// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions look like templates of ours
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { inEnglish } from '#sentences/sentence.ts';
import { examineDefinition } from '#workbook-engine/check-definition.ts';
import { functions } from '#workbook-engine/expressions/functions.ts';
import { functionHelpNl } from './function-help-nl.ts';
import { saySentence } from './say-sentence.ts';

const faultsOf = (...fields: Field[]) => examineDefinition({ fields }).faults;

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
