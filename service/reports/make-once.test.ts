import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '#service/problem.ts';
import { createMakeOnce } from './make-once.ts';

const overloaded = (error: unknown) => error instanceof Problem && error.kind === 'overloaded';

/** Something to be made that is finished by hand, and counts how often it was begun. */
const work = () => {
  const begun: { allGone: AbortSignal; finish: (made: string) => void; fail: (error: Error) => void }[] = [];
  const make = (allGone: AbortSignal) =>
    new Promise<string>((finish, fail) => {
      begun.push({ allGone, finish, fail });
      allGone.addEventListener('abort', () => fail(new Error('given up')));
    });
  return { begun, make };
};

const reader = () => new AbortController();

test('many who ask for the same at once are given what is made once; who asks afterwards has it made anew', async () => {
  const { begun, make } = work();
  const makeOnce = createMakeOnce<string>(100);
  const readers = Array.from({ length: 24 }, () => makeOnce('report', reader().signal, make));
  const other = makeOnce('other', reader().signal, make);
  assert.equal(begun.length, 2);
  begun[0]!.finish('first');
  begun[1]!.finish('other');
  assert.deepEqual(new Set(await Promise.all(readers)), new Set(['first']));
  assert.equal(await other, 'other');
  const later = makeOnce('report', reader().signal, make);
  begun[2]!.finish('second');
  assert.equal(await later, 'second');
});

test('it is given up when the last of its readers has gone, and not before', async () => {
  const { begun, make } = work();
  const makeOnce = createMakeOnce<string>(100);
  const [one, two] = [reader(), reader()];
  const waiting = [makeOnce('report', one.signal, make), makeOnce('report', two.signal, make)];
  one.abort();
  assert.equal(begun[0]!.allGone.aborted, false);
  const three = reader();
  waiting.push(makeOnce('report', three.signal, make));
  two.abort();
  assert.equal(begun[0]!.allGone.aborted, false);
  three.abort();
  assert.equal(begun[0]!.allGone.aborted, true);
  // Whoever comes now does not wait for what was given up.
  const later = makeOnce('report', reader().signal, make);
  begun[1]!.finish('anew');
  assert.equal(await later, 'anew');
  for (const { status } of await Promise.allSettled(waiting)) assert.equal(status, 'rejected');
  await assert.rejects(makeOnce('report', one.signal, make), overloaded);
  assert.equal(begun.length, 2);
});

test('what cannot be made is told to all who wait, and is tried again for the next', async () => {
  const { begun, make } = work();
  const makeOnce = createMakeOnce<string>(100);
  const waiting = [1, 2].map(() => makeOnce('report', reader().signal, make));
  begun[0]!.fail(new RangeError('broken'));
  for (const each of waiting) await assert.rejects(each, RangeError);
  const next = makeOnce('report', reader().signal, make);
  begun[1]!.finish('made');
  assert.equal(await next, 'made');
});

test('so many may wait for one, and another is sent away without harm to them', async () => {
  const { begun, make } = work();
  const makeOnce = createMakeOnce<string>(2);
  const waiting = [1, 2].map(() => makeOnce('report', reader().signal, make));
  await assert.rejects(makeOnce('report', reader().signal, make), overloaded);
  begun[0]!.finish('made');
  assert.deepEqual(await Promise.all(waiting), ['made', 'made']);
});
