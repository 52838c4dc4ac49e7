import assert from 'node:assert/strict';
import test from 'node:test';
import { EMPTY_MESSAGE, joinMessages, type Message, msg, toEnglish, verbatim } from './message.ts';
import { createMessageTranslator } from './translate.ts';

const translate = createMessageTranslator({
  'There is no {{0}} in {{1}}.{{2}}': 'In {{1}} is geen {{0}}.{{2}}',
  bridge: 'brug',
  " Did you mean '{{0}}'?": ' Bedoelt u ‘{{0}}’?',
  ' or ': ' of ',
});

const createMissingMessage = (hint: Message) => msg`There is no ${msg`bridge`} in ${'Utrecht'}.${hint}`;

test('an untranslated message stays in English, and a translation can reorder its values', () => {
  const message = createMissingMessage(msg` Did you mean '${'Utrechts'}'?`);
  assert.equal(toEnglish(message), "There is no bridge in Utrecht. Did you mean 'Utrechts'?");
  assert.equal(translate(message), 'In Utrecht is geen brug. Bedoelt u ‘Utrechts’?');
  assert.equal(translate(createMissingMessage(EMPTY_MESSAGE)), 'In Utrecht is geen brug.');
});

test('user input is never translated, even if it looks like a placeholder or a message', () => {
  for (const text of ['{{0}} {{1}} {{2}}', 'bridge', '$&', '', '${0}']) {
    assert.equal(translate(createMissingMessage(verbatim(text))), `In Utrecht is geen brug.${text}`);
    assert.equal(
      translate(msg`There is no ${text} in ${text}.${text}`),
      `In ${text} is geen ${text}.${text}`,
    );
  }
});

test('a translated value is used even if the surrounding message has no translation', () => {
  assert.equal(translate(msg`Where is the ${msg`bridge`}?`), 'Where is the brug?');
});

test('joinMessages puts a separator between any number of parts', () => {
  const messages = [[], ['a'], ['a', 'b'], ['a', 'b', msg`bridge`]].map((parts) =>
    joinMessages(parts, msg` or `),
  );
  assert.deepEqual(messages.map(toEnglish), ['', 'a', 'a or b', 'a or b or bridge']);
  assert.deepEqual(messages.map(translate), ['', 'a', 'a of b', 'a of b of brug']);
});

test('a message survives a JSON round trip', () => {
  const storedMessage = JSON.parse(JSON.stringify(createMissingMessage(EMPTY_MESSAGE))) as Message;
  assert.deepEqual(
    [toEnglish(storedMessage), translate(storedMessage)],
    ['There is no bridge in Utrecht.', 'In Utrecht is geen brug.'],
  );
});
