import assert from 'node:assert/strict';
import test from 'node:test';
import { EMPTY_SENTENCE, joinSentences, type Sentence, sentence, toEnglish, verbatim } from './sentence.ts';
import { createSentenceTranslator } from './translate.ts';

const translate = createSentenceTranslator({
  'There is no {{0}} in {{1}}.{{2}}': 'In {{1}} is geen {{0}}.{{2}}',
  bridge: 'brug',
  " Did you mean '{{0}}'?": ' Bedoelt u ‘{{0}}’?',
  ' or ': ' of ',
});

const createMissingMessage = (hint: Sentence) =>
  sentence`There is no ${sentence`bridge`} in ${'Utrecht'}.${hint}`;

test('a sentence without a translation stays in English, and a translation can reorder its values', () => {
  const message = createMissingMessage(sentence` Did you mean '${'Utrechts'}'?`);
  assert.equal(toEnglish(message), "There is no bridge in Utrecht. Did you mean 'Utrechts'?");
  assert.equal(translate(message), 'In Utrecht is geen brug. Bedoelt u ‘Utrechts’?');
  assert.equal(translate(createMissingMessage(EMPTY_SENTENCE)), 'In Utrecht is geen brug.');
});

test('user input is never translated, even if it looks like a placeholder or a sentence', () => {
  for (const text of ['{{0}} {{1}} {{2}}', 'bridge', '$&', '', '${0}']) {
    assert.equal(translate(createMissingMessage(verbatim(text))), `In Utrecht is geen brug.${text}`);
    assert.equal(
      translate(sentence`There is no ${text} in ${text}.${text}`),
      `In ${text} is geen ${text}.${text}`,
    );
  }
});

test('a translated part is used even if the surrounding sentence has no translation', () => {
  assert.equal(translate(sentence`Where is the ${sentence`bridge`}?`), 'Where is the brug?');
});

test('joinSentences puts a separator between any number of parts', () => {
  const sentences = [[], ['a'], ['a', 'b'], ['a', 'b', sentence`bridge`]].map((parts) =>
    joinSentences(parts, sentence` or `),
  );
  assert.deepEqual(sentences.map(toEnglish), ['', 'a', 'a or b', 'a or b or bridge']);
  assert.deepEqual(sentences.map(translate), ['', 'a', 'a of b', 'a of b of brug']);
});

test('a sentence is unchanged after being stored as JSON', () => {
  const storedSentence = JSON.parse(JSON.stringify(createMissingMessage(EMPTY_SENTENCE))) as Sentence;
  assert.deepEqual(
    [toEnglish(storedSentence), translate(storedSentence)],
    ['There is no bridge in Utrecht.', 'In Utrecht is geen brug.'],
  );
});
