import assert from 'node:assert/strict';
import test from 'node:test';
import { type DraftDocument, documentOf } from './design.ts';
import { createDraftSaver, type Saving } from './draft-saver.ts';

const draft = (title: string): DraftDocument => ({ ...documentOf({ fields: [] }), title });

/** A server that answers when it is told to, and a clock that runs when it is told to. */
const begin = (revision: number | null = 1) => {
  const saved = draft('');
  const requests: {
    title: string | null;
    revision: number | null;
    answer(revision: number): void;
    fail(kind: string): void;
  }[] = [];
  const states: string[] = [];
  let due: (() => void) | undefined;
  const start: Saving = { state: 'saved', problem: null, revision, saved, faults: [] };
  const saver = createDraftSaver(start, {
    save: ({ title }, from) =>
      new Promise((resolve, reject) => {
        requests.push({
          title,
          revision: from,
          answer: (next) => resolve({ revision: next, faults: [], modificationTime: '', modifiedBy: '' }),
          fail: reject,
        });
      }),
    schedule: (_ms, run) => {
      due = run;
      return () => {
        due = undefined;
      };
    },
    onChange: ({ state }) => states.push(state),
    problemKind: (problem) => problem as 'conflict',
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const passTime = () => due?.();
  return { saver, requests, states, saved, passTime, settled, isDue: () => due !== undefined };
};

test('what is typed is saved once when nothing more comes, and says so', async () => {
  const { saver, requests, states, passTime, settled } = begin();
  saver.update(draft('a'));
  saver.update(draft('ab'));
  assert.equal(requests.length, 0);
  passTime();
  assert.deepEqual([requests[0]!.title, requests[0]!.revision], ['ab', 1]);
  requests[0]!.answer(2);
  await settled();
  assert.equal(requests.length, 1);
  assert.deepEqual(states, ['waiting', 'waiting', 'saving', 'saved']);
});

test('what is typed while a request is on its way is saved after it, upon its revision', async () => {
  const { saver, requests, passTime, settled } = begin();
  saver.update(draft('a'));
  passTime();
  saver.update(draft('b'));
  requests[0]!.answer(2);
  await settled();
  assert.equal(saver.now().state, 'waiting');
  passTime();
  assert.deepEqual([requests[1]!.title, requests[1]!.revision], ['b', 2]);
});

test('a step back to what is saved needs no request', () => {
  const { saver, saved, states, isDue } = begin();
  saver.update(draft('a'));
  saver.update(saved);
  assert.equal(isDue(), false);
  assert.equal(states.at(-1), 'saved');
});

test('while the server cannot be reached it is tried again, and nothing is lost', async () => {
  const { saver, requests, passTime, settled } = begin();
  saver.update(draft('a'));
  passTime();
  requests[0]!.fail('unreachable');
  await settled();
  assert.equal(saver.now().state, 'unreachable');
  passTime();
  requests[1]!.answer(2);
  await settled();
  assert.equal(saver.now().state, 'saved');
});

test('when somebody else saved, nothing is written over until somebody decides', async () => {
  const { saver, requests, passTime, settled, isDue } = begin();
  saver.update(draft('mine'));
  passTime();
  requests[0]!.fail('conflict');
  await settled();
  saver.update(draft('still mine'));
  assert.equal(isDue(), false);
  await assert.rejects(saver.flush(), (problem) => problem === 'conflict');
  saver.settle(7);
  passTime();
  assert.deepEqual([requests[1]!.title, requests[1]!.revision], ['still mine', 7]);
});

test('before publishing all is saved, even when a request is on its way and when there is no draft yet', async () => {
  const { saver, requests, passTime, settled } = begin(null);
  saver.update(draft('a'));
  passTime();
  saver.update(draft('b'));
  const flushed = saver.flush();
  requests[0]!.answer(1);
  await settled();
  requests[1]!.answer(2);
  assert.equal(await flushed, 2);
  assert.deepEqual(
    requests.map(({ revision }) => revision),
    [null, 1],
  );

  const untouched = begin(null);
  const begun = untouched.saver.flush();
  untouched.requests[0]!.answer(1);
  assert.equal(await begun, 1);
});

test('whoever takes what somebody else saved goes on from there', async () => {
  const { saver, requests, passTime, settled } = begin();
  saver.update(draft('mine'));
  passTime();
  requests[0]!.fail('conflict');
  await settled();
  const theirs = draft('theirs');
  saver.settle(9, theirs);
  saver.update(theirs);
  assert.equal(saver.now().state, 'saved');
  saver.update(draft('more'));
  passTime();
  assert.equal(requests[1]!.revision, 9);
});
