import assert from 'node:assert/strict';
import test from 'node:test';
import { sayBy } from './say.ts';
import { inEnglish, joined, NOTHING_MORE, type Sentence, sentence, verbatim } from './sentence.ts';

const say = sayBy({
  'There is no {0} in {1}.{2}': 'In {1} is geen {0}.{2}',
  bridge: 'brug',
  " Did you mean '{0}'?": ' Bedoelt u ‘{0}’?',
  ' or ': ' of ',
});

const missing = (hint: Sentence) => sentence`There is no ${sentence`bridge`} in ${'Utrecht'}.${hint}`;

test('a sentence is said in English as it is written, and in another language with its parts where they belong', () => {
  const whole = missing(sentence` Did you mean '${'Utrechts'}'?`);
  assert.equal(inEnglish(whole), "There is no bridge in Utrecht. Did you mean 'Utrechts'?");
  assert.equal(say(whole), 'In Utrecht is geen brug. Bedoelt u ‘Utrechts’?');
  assert.equal(say(missing(NOTHING_MORE)), 'In Utrecht is geen brug.');
});

test('what somebody wrote stands as it is, even where it looks like a place or a sentence', () => {
  for (const text of ['{0} {1} {2}', 'bridge', '$&', '', '${0}']) {
    assert.equal(say(missing(verbatim(text))), `In Utrecht is geen brug.${text}`);
    assert.equal(say(sentence`There is no ${text} in ${text}.${text}`), `In ${text} is geen ${text}.${text}`);
  }
});

test('what the language has no words for is said in English, with what it has words for inside', () => {
  assert.equal(say(sentence`Where is the ${sentence`bridge`}?`), 'Where is the brug?');
});

test('parts are joined as one sentence, however many there are', () => {
  const said = [[], ['a'], ['a', 'b'], ['a', 'b', sentence`bridge`]].map((parts) =>
    joined(parts, sentence` or `),
  );
  assert.deepEqual(said.map(inEnglish), ['', 'a', 'a or b', 'a or b or bridge']);
  assert.deepEqual(said.map(say), ['', 'a', 'a of b', 'a of b of brug']);
});

test('a sentence that was kept as JSON says the same', () => {
  const kept = JSON.parse(JSON.stringify(missing(NOTHING_MORE))) as Sentence;
  assert.deepEqual(
    [inEnglish(kept), say(kept)],
    ['There is no bridge in Utrecht.', 'In Utrecht is geen brug.'],
  );
});
