import assert from 'node:assert/strict';
import test from 'node:test';
import { type DraftDocument, documentOf } from './design.ts';
import { createDraftSaver, type Saving } from './draft-saver.ts';

const draft = (title: string): DraftDocument => ({ ...documentOf({ fields: [] }), title });

/** A server and a clock that the test controls. */
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
  const start: Saving = { state: 'saved', problem: null, revision, saved, errors: [] };
  const saver = createDraftSaver(start, {
    save: ({ title }, from) =>
      new Promise((resolve, reject) => {
        requests.push({
          title,
          revision: from,
          answer: (next) => resolve({ revision: next, errors: [], modificationTime: '', modifiedBy: '' }),
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

test('saves once after a pause in typing and reports the state', async () => {
  const { saver, requests, states, passTime, settled } = begin();
  saver.update(draft('a'));
  saver.update(draft('ab'));
  assert.equal(requests.length, 0);
  passTime();
  assert.deepEqual([requests[0]!.title, requests[0]!.revision], ['ab', 1]);
  requests[0]!.answer(2);
  await settled();
  assert.equal(requests.length, 1);
  assert.deepEqual(states, ['unsaved', 'unsaved', 'saving', 'saved']);
});

test('saves changes made during a request after it, based on its revision', async () => {
  const { saver, requests, passTime, settled } = begin();
  saver.update(draft('a'));
  passTime();
  saver.update(draft('b'));
  requests[0]!.answer(2);
  await settled();
  assert.equal(saver.now().state, 'unsaved');
  passTime();
  assert.deepEqual([requests[1]!.title, requests[1]!.revision], ['b', 2]);
});

test('undoing to the saved draft sends no request', () => {
  const { saver, saved, states, isDue } = begin();
  saver.update(draft('a'));
  saver.update(saved);
  assert.equal(isDue(), false);
  assert.equal(states.at(-1), 'saved');
});

test('retries while the server cannot be reached', async () => {
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

test('sends nothing after a conflict until the user resolves it', async () => {
  const { saver, requests, passTime, settled, isDue } = begin();
  saver.update(draft('mine'));
  passTime();
  requests[0]!.fail('conflict');
  await settled();
  saver.update(draft('still mine'));
  assert.equal(isDue(), false);
  await assert.rejects(saver.flush(), (problem) => problem === 'conflict');
  saver.resolveConflict(7);
  passTime();
  assert.deepEqual([requests[1]!.title, requests[1]!.revision], ['still mine', 7]);
});

test('flush saves all changes, also during a request and without a draft', async () => {
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
  const flushedUntouched = untouched.saver.flush();
  untouched.requests[0]!.answer(1);
  assert.equal(await flushedUntouched, 1);
});

test('continues from the other draft after the user selects it', async () => {
  const { saver, requests, passTime, settled } = begin();
  saver.update(draft('mine'));
  passTime();
  requests[0]!.fail('conflict');
  await settled();
  const theirs = draft('theirs');
  saver.resolveConflict(9, theirs);
  saver.update(theirs);
  assert.equal(saver.now().state, 'saved');
  saver.update(draft('more'));
  passTime();
  assert.equal(requests[1]!.revision, 9);
});
