import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitButtons, toneOfChoice } from './choice-tone.ts';

test('a choice is recognised as pass, fail or not applicable by its value or its label', () => {
  assert.equal(toneOfChoice('pass', 'Voldoet'), 'good');
  assert.equal(toneOfChoice('2', 'Afgekeurd'), 'bad');
  assert.equal(toneOfChoice('NOT_OK', 'Not OK'), 'bad');
  assert.equal(toneOfChoice('na', 'N/A'), 'none');
  assert.equal(toneOfChoice('steel', 'Steel'), 'plain');
  assert.equal(toneOfChoice('passage', 'Passage'), 'plain');
});

test('up to four short choices are shown next to each other', () => {
  assert.equal(fitButtons(['Pass', 'Fail', 'Not applicable']), true);
  assert.equal(fitButtons(['Pass', 'Fail', 'Not applicable at all']), false);
  assert.equal(fitButtons(['1', '2', '3', '4', '5']), false);
});
