// biome-ignore-all lint/suspicious/noTemplateCurlyInString: workbook expressions look like template literals
import assert from 'node:assert/strict';
import test from 'node:test';
import i18next from 'i18next';
import type { Field } from '#contract/workbook-definition.ts';
import { toEnglish } from '#i18n/message.ts';
import { translateMessage } from '#kit/translate-message.ts';
import { checkAndCompile } from '#workbook-engine/check-definition.ts';
import dutch from '#workbook-engine/messages/nl/sentences.json' with { type: 'json' };

const findIssues = (...fields: Field[]) => checkAndCompile({ fields }).issues;

await i18next.init({ resources: { nl: { sentences: dutch } } });

test('nested errors are translated to Dutch, but names are not', () => {
  const issues = findIssues(
    { name: 'Height', type: 'text', relevant: '${Hight} > 3' },
    { name: 'Width', type: 'decimal', constraint: '. + ${Height} > 3' },
    { name: 'Kind', type: 'text', relevant: 'Height' },
  ).map(({ message }) => message);
  assert.deepEqual(
    issues.map((issue) => translateMessage(issue, 'nl')),
    [
      'Er is geen veld Hight. Bedoelt u Height?',
      'Elke kant van ‘+’ moet een getal zijn, maar Height is een tekst: number(…) maakt van een tekst een getal.',
      "Het woord Height heeft hier geen betekenis: schrijf een veld als ${Height} en een tekst als 'Height'.",
    ],
  );
  assert.deepEqual(
    issues.map((issue) => translateMessage(issue, 'en')),
    issues.map(toEnglish),
  );
});

test('values in a message are not mistaken for placeholders', () => {
  const [issue] = findIssues({
    name: 'Colour',
    type: 'singleChoice',
    choices: [{ value: 'red' }],
    failWhen: ". = '{1}'",
  });
  assert.match(translateMessage(issue!.message, 'nl'), /^‘\{1\}’ is geen keuze van Colour\./);
});
