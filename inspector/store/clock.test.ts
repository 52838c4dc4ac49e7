import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClock } from './clock.ts';

const DAY_MS = 86_400_000;
const NOON = Date.parse('2026-11-22T12:00:00Z');

test("a device whose clock is days off uses the server's time once it has contacted the server", () => {
  for (const deviation of [-2 * DAY_MS, 2 * DAY_MS]) {
    const offsets: number[] = [];
    const clock = createClock(
      { offset: 0, onChange: (offset) => offsets.push(offset) },
      () => NOON + deviation,
    );
    assert.equal(clock.now(), NOON + deviation);
    clock.update(NOON);
    clock.update(NOON + 30_000);
    assert.deepEqual([clock.now(), offsets], [NOON, [-deviation]]);
    assert.equal(
      createClock({ offset: offsets[0]!, onChange: () => {} }, () => NOON + deviation).now(),
      NOON,
    );
  }
});

test('a device whose clock is right, or has been corrected, uses its own time', () => {
  const offsets: number[] = [];
  const clock = createClock({ offset: 2 * DAY_MS, onChange: (offset) => offsets.push(offset) }, () => NOON);
  clock.update(NOON + 5_000);
  clock.update(NOON - 50_000);
  assert.deepEqual([clock.now(), offsets], [NOON, [0]]);
});
