import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Location } from '#workbook-engine/answer.ts';
import { PositionMissing, type PositionSource, takePosition } from './take-position.ts';

/** A device that is told where it is, and somebody who waits for its answer. */
const listen = (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let said: Parameters<PositionSource['watchPosition']>[0] = () => undefined;
  let failed: Parameters<PositionSource['watchPosition']>[1] = () => undefined;
  const cleared: number[] = [];
  const device: PositionSource = {
    watchPosition: (onPosition, onError) => {
      said = onPosition;
      failed = onError;
      return 7;
    },
    clearWatch: (watch: number) => void cleared.push(watch),
  };
  const leaving = new AbortController();
  const heard: (number | undefined)[] = [];
  const onBetter = ({ accuracy }: Location) => void heard.push(accuracy);
  const position = takePosition(device, { onBetter, signal: leaving.signal });
  return {
    position,
    heard,
    cleared,
    leave: () => leaving.abort(),
    wait: () => t.mock.timers.tick(20_000),
    say: (accuracy: number, latitude = 52.37) =>
      said({ coords: { latitude, longitude: 4.89, accuracy, altitude: null } }),
    fail: (code: number) => failed({ code, PERMISSION_DENIED: 1 }),
  };
};

const isMissing = (fault: string) => (error: unknown) =>
  error instanceof PositionMissing && error.fault === fault;

test('a position is taken as soon as it is known to ten metres', async (t) => {
  const device = listen(t);
  device.say(48);
  device.say(9.5, 52.3700001);
  assert.deepEqual(await device.position, { latitude: 52.3700001, longitude: 4.89, accuracy: 9.5 });
  assert.deepEqual([device.heard, device.cleared], [[48, 9.5], [7]]);
});

test('after twenty seconds the best is kept, not the last', async (t) => {
  const device = listen(t);
  device.say(30, 52.1);
  device.say(80, 52.2);
  device.fail(3);
  device.wait();
  assert.equal((await device.position).latitude, 52.1);
  assert.deepEqual(device.heard, [30]);
});

test('who does not want to wait has the best so far', async (t) => {
  const device = listen(t);
  device.say(30);
  device.leave();
  assert.equal((await device.position).accuracy, 30);
});

test('a refusal is told at once, and that nothing was found at the end', async (t) => {
  const refused = listen(t);
  refused.fail(1);
  await assert.rejects(refused.position, isMissing('denied'));
  t.mock.timers.reset();
  const lost = listen(t);
  lost.fail(2);
  lost.wait();
  await assert.rejects(lost.position, isMissing('unavailable'));
  assert.deepEqual(lost.cleared, [7]);
});

test('a device that cannot find itself says so', async () => {
  const { signal } = new AbortController();
  await assert.rejects(
    takePosition(undefined, { onBetter: () => undefined, signal }),
    isMissing('unavailable'),
  );
});
