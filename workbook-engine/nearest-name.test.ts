import assert from 'node:assert/strict';
import test from 'node:test';
import { nearestName } from './nearest-name.ts';

const names = ['Height', 'Weight', 'Remark', 'Age'];

test('a name with a typing error, or in another letter case, is recognised', () => {
  assert.equal(nearestName('Heigth', names), 'Height');
  assert.equal(nearestName('weight', names), 'Weight');
  assert.equal(nearestName('Remarks', names), 'Remark');
  assert.equal(nearestName('Agee', names), 'Age');
});

test('a name like none is left alone, a short one the sooner', () => {
  assert.equal(nearestName('Colour', names), undefined);
  assert.equal(nearestName('Abc', names), undefined);
  assert.equal(nearestName('', names), undefined);
  assert.equal(nearestName('x'.repeat(1_000_000), names), undefined);
});
