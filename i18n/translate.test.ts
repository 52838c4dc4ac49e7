import assert from 'node:assert/strict';
import test from 'node:test';
import { inEnglish, joined, NOTHING_MORE, type Sentence, sentence, verbatim } from './sentence.ts';
import { createTranslate } from './translate.ts';

const translate = createTranslate({
  'There is no {{0}} in {{1}}.{{2}}': 'In {{1}} is geen {{0}}.{{2}}',
  bridge: 'brug',
  " Did you mean '{{0}}'?": ' Bedoelt u ‘{{0}}’?',
  ' or ': ' of ',
});

const missing = (hint: Sentence) => sentence`There is no ${sentence`bridge`} in ${'Utrecht'}.${hint}`;

test('a sentence is shown in English as it is written, and in another language with its values in the right places', () => {
  const whole = missing(sentence` Did you mean '${'Utrechts'}'?`);
  assert.equal(inEnglish(whole), "There is no bridge in Utrecht. Did you mean 'Utrechts'?");
  assert.equal(translate(whole), 'In Utrecht is geen brug. Bedoelt u ‘Utrechts’?');
  assert.equal(translate(missing(NOTHING_MORE)), 'In Utrecht is geen brug.');
});

test('a text that a person typed is never translated, even if it looks like a placeholder or a sentence', () => {
  for (const text of ['{{0}} {{1}} {{2}}', 'bridge', '$&', '', '${0}']) {
    assert.equal(translate(missing(verbatim(text))), `In Utrecht is geen brug.${text}`);
    assert.equal(
      translate(sentence`There is no ${text} in ${text}.${text}`),
      `In ${text} is geen ${text}.${text}`,
    );
  }
});

test('a sentence without a translation is shown in English, and a translated part of it is translated', () => {
  assert.equal(translate(sentence`Where is the ${sentence`bridge`}?`), 'Where is the brug?');
});

test('any number of parts are joined to one sentence', () => {
  const said = [[], ['a'], ['a', 'b'], ['a', 'b', sentence`bridge`]].map((parts) =>
    joined(parts, sentence` or `),
  );
  assert.deepEqual(said.map(inEnglish), ['', 'a', 'a or b', 'a or b or bridge']);
  assert.deepEqual(said.map(translate), ['', 'a', 'a of b', 'a of b of brug']);
});

test('a sentence that was stored as JSON reads the same', () => {
  const kept = JSON.parse(JSON.stringify(missing(NOTHING_MORE))) as Sentence;
  assert.deepEqual(
    [inEnglish(kept), translate(kept)],
    ['There is no bridge in Utrecht.', 'In Utrecht is geen brug.'],
  );
});
