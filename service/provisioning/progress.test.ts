import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showProgress } from './progress.ts';

/** Creates a progress display that writes to an array and uses a clock controlled by the test. */
const createProgress = (isTTY: boolean) => {
  const output: string[] = [];
  let time = 0;
  const { onProgress, end } = showProgress({ isTTY, write: (text) => output.push(text) }, () => time);
  const reportAt = (milliseconds: number, done: number) => {
    time = milliseconds;
    onProgress({ label: 'Updating items', done, total: 1_000 });
  };
  return { output, reportAt, end };
};

test('on a terminal, progress is a single line that is updated a few times a second and cleared at the end', () => {
  const { output, reportAt, end } = createProgress(true);
  for (let time = 0; time <= 1_000; time += 10) reportAt(time, time);
  end();
  assert.deepEqual(output, [
    '\r\x1b[2KUpdating items: 250 of 1,000 (25%)',
    '\r\x1b[2KUpdating items: 500 of 1,000 (50%)',
    '\r\x1b[2KUpdating items: 750 of 1,000 (75%)',
    '\r\x1b[2KUpdating items: 1,000 of 1,000 (100%)',
    '\r\x1b[2K',
  ]);
});

test('in a log, a progress line is written every few seconds', () => {
  const { output, reportAt, end } = createProgress(false);
  for (let time = 0; time <= 10_000; time += 500) reportAt(time, time / 10);
  end();
  assert.deepEqual(output, [
    'Updating items: 500 of 1,000 (50%)\n',
    'Updating items: 1,000 of 1,000 (100%)\n',
  ]);
});

test('work that finishes quickly shows no progress', () => {
  const { output, reportAt, end } = createProgress(true);
  reportAt(0, 1);
  reportAt(200, 1_000);
  end();
  assert.deepEqual(output, []);
});
