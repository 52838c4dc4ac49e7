import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClock } from './clock.ts';

const DAY = 86_400_000;
const NOON = Date.parse('2026-11-22T12:00:00Z');

test("a device whose clock is days off uses the server's time once it has received it", () => {
  for (const off of [-2 * DAY, 2 * DAY]) {
    const learned: number[] = [];
    const clock = createClock({ offset: 0, onLearned: (offset) => learned.push(offset) }, () => NOON + off);
    assert.equal(clock.now(), NOON + off);
    clock.learn(NOON);
    clock.learn(NOON + 30_000);
    assert.deepEqual([clock.now(), learned], [NOON, [-off]]);
    assert.equal(createClock({ offset: learned[0]!, onLearned: () => {} }, () => NOON + off).now(), NOON);
  }
});

test('a device whose clock is right, or was corrected, uses its own time', () => {
  const learned: number[] = [];
  const clock = createClock({ offset: 2 * DAY, onLearned: (offset) => learned.push(offset) }, () => NOON);
  clock.learn(NOON + 5_000);
  clock.learn(NOON - 50_000);
  assert.deepEqual([clock.now(), learned], [NOON, [0]]);
});
