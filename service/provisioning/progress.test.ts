import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showProgress } from './progress.ts';

/** A stream that keeps what is written, and a clock that is moved by hand. */
const watch = (isTTY: boolean) => {
  const written: string[] = [];
  let time = 0;
  const { onProgress, end } = showProgress({ isTTY, write: (text) => written.push(text) }, () => time);
  const at = (milliseconds: number, done: number) => {
    time = milliseconds;
    onProgress({ what: 'items', done, total: 1_000 });
  };
  return { written, at, end };
};

test('on a terminal one line is written over a few times a second, and cleared at the end', () => {
  const { written, at, end } = watch(true);
  for (let time = 0; time <= 1_000; time += 10) at(time, time);
  end();
  assert.deepEqual(written, [
    '\r\x1b[2Kitems: 250 of 1000 (25 %)',
    '\r\x1b[2Kitems: 500 of 1000 (50 %)',
    '\r\x1b[2Kitems: 750 of 1000 (75 %)',
    '\r\x1b[2Kitems: 1000 of 1000 (100 %)',
    '\r\x1b[2K',
  ]);
});

test('in a log progress is a line now and then', () => {
  const { written, at, end } = watch(false);
  for (let time = 0; time <= 10_000; time += 500) at(time, time / 10);
  end();
  assert.deepEqual(written, ['items: 500 of 1000 (50 %)\n', 'items: 1000 of 1000 (100 %)\n']);
});

test('work that ends soon shows nothing', () => {
  const { written, at, end } = watch(true);
  at(0, 1);
  at(200, 1_000);
  end();
  assert.deepEqual(written, []);
});
