import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Location } from '#workbook-engine/answer.ts';
import { findPosition, PositionError, type PositionSource } from './find-position.ts';

/** Starts a search on a device whose positions the test reports. */
const startSearch = (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let reportPosition: Parameters<PositionSource['watchPosition']>[0] = () => undefined;
  let reportError: Parameters<PositionSource['watchPosition']>[1] = () => undefined;
  const clearedWatches: number[] = [];
  const device: PositionSource = {
    watchPosition: (onPosition, onError) => {
      reportPosition = onPosition;
      reportError = onError;
      return 7;
    },
    clearWatch: (watch: number) => void clearedWatches.push(watch),
  };
  const abortController = new AbortController();
  const accuracies: (number | undefined)[] = [];
  const onBetterPosition = ({ accuracy }: Location) => void accuracies.push(accuracy);
  const position = findPosition(device, { onBetterPosition, signal: abortController.signal });
  return {
    position,
    accuracies,
    clearedWatches,
    stop: () => abortController.abort(),
    wait: () => t.mock.timers.tick(20_000),
    report: (accuracy: number, latitude = 52.37) =>
      reportPosition({ coords: { latitude, longitude: 4.89, accuracy, altitude: null } }),
    fail: (code: number) => reportError({ code, PERMISSION_DENIED: 1 }),
  };
};

const hasProblem = (problem: string) => (error: unknown) =>
  error instanceof PositionError && error.problem === problem;

test('a position is accepted as soon as it is accurate to within ten metres', async (t) => {
  const device = startSearch(t);
  device.report(48);
  device.report(9.5, 52.3700001);
  assert.deepEqual(await device.position, { latitude: 52.3700001, longitude: 4.89, accuracy: 9.5 });
  assert.deepEqual([device.accuracies, device.clearedWatches], [[48, 9.5], [7]]);
});

test('after twenty seconds, the best position is returned rather than the last', async (t) => {
  const device = startSearch(t);
  device.report(30, 52.1);
  device.report(80, 52.2);
  device.fail(3);
  device.wait();
  assert.equal((await device.position).latitude, 52.1);
  assert.deepEqual(device.accuracies, [30]);
});

test('stopping the search returns the best position so far', async (t) => {
  const device = startSearch(t);
  device.report(30);
  device.stop();
  assert.equal((await device.position).accuracy, 30);
});

test('a denied permission is reported immediately, and a missing position at the end of the search', async (t) => {
  const denied = startSearch(t);
  denied.fail(1);
  await assert.rejects(denied.position, hasProblem('denied'));
  t.mock.timers.reset();
  const unavailable = startSearch(t);
  unavailable.fail(2);
  unavailable.wait();
  await assert.rejects(unavailable.position, hasProblem('unavailable'));
  assert.deepEqual(unavailable.clearedWatches, [7]);
});

test('a device without geolocation reports that the position is unavailable', async () => {
  const { signal } = new AbortController();
  await assert.rejects(
    findPosition(undefined, { onBetterPosition: () => undefined, signal }),
    hasProblem('unavailable'),
  );
});
