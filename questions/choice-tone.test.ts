import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canFitInButtonRow, findChoiceTone } from './choice-tone.ts';

test('a choice’s value or label shows whether it means pass, fail or not applicable', () => {
  assert.equal(findChoiceTone('pass', 'Voldoet'), 'good');
  assert.equal(findChoiceTone('2', 'Afgekeurd'), 'bad');
  assert.equal(findChoiceTone('NOT_OK', 'Not OK'), 'bad');
  assert.equal(findChoiceTone('na', 'N/A'), 'none');
  assert.equal(findChoiceTone('steel', 'Steel'), 'plain');
  assert.equal(findChoiceTone('passage', 'Passage'), 'plain');
});

test('up to four short choices are shown side by side', () => {
  assert.equal(canFitInButtonRow(['Pass', 'Fail', 'Not applicable']), true);
  assert.equal(canFitInButtonRow(['Pass', 'Fail', 'Not applicable at all']), false);
  assert.equal(canFitInButtonRow(['1', '2', '3', '4', '5']), false);
});
