import assert from 'node:assert/strict';
import test from 'node:test';
import { type DraftDocument, toDraftDocument } from './design.ts';
import { createDraftSaver, type SaveStatus } from './draft-saver.ts';

const draft = (title: string): DraftDocument => ({ ...toDraftDocument({ fields: [] }), title });

/** A saver whose server and clock are under the test's control. */
const createSaver = (revision: number | null = 1) => {
  const saved = draft('');
  const requests: {
    title: string | null;
    revision: number | null;
    succeed(revision: number): void;
    fail(kind: string): void;
  }[] = [];
  const states: string[] = [];
  let scheduled: (() => void) | undefined;
  const initial: SaveStatus = { state: 'saved', problem: null, revision, saved, errors: [] };
  const saver = createDraftSaver(initial, {
    save: ({ title }, baseRevision) =>
      new Promise((resolve, reject) => {
        requests.push({
          title,
          revision: baseRevision,
          succeed: (next) => resolve({ revision: next, errors: [], modificationTime: '', modifiedBy: '' }),
          fail: reject,
        });
      }),
    schedule: (_ms, run) => {
      scheduled = run;
      return () => {
        scheduled = undefined;
      };
    },
    onChange: ({ state }) => states.push(state),
    classifyProblem: (problem) => problem as 'conflict',
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const passTime = () => scheduled?.();
  return { saver, requests, states, saved, passTime, settle, isScheduled: () => scheduled !== undefined };
};

test('changes are saved together after a pause in typing', async () => {
  const { saver, requests, states, passTime, settle } = createSaver();
  saver.update(draft('a'));
  saver.update(draft('ab'));
  assert.equal(requests.length, 0);
  passTime();
  assert.deepEqual([requests[0]!.title, requests[0]!.revision], ['ab', 1]);
  requests[0]!.succeed(2);
  await settle();
  assert.equal(requests.length, 1);
  assert.deepEqual(states, ['unsaved', 'unsaved', 'saving', 'saved']);
});

test('changes made during a request are saved after it, based on its revision', async () => {
  const { saver, requests, passTime, settle } = createSaver();
  saver.update(draft('a'));
  passTime();
  saver.update(draft('b'));
  requests[0]!.succeed(2);
  await settle();
  assert.equal(saver.current().state, 'unsaved');
  passTime();
  assert.deepEqual([requests[1]!.title, requests[1]!.revision], ['b', 2]);
});

test('undoing to the saved draft sends no request', () => {
  const { saver, saved, states, isScheduled } = createSaver();
  saver.update(draft('a'));
  saver.update(saved);
  assert.equal(isScheduled(), false);
  assert.equal(states.at(-1), 'saved');
});

test('saving is retried while the server cannot be reached', async () => {
  const { saver, requests, passTime, settle } = createSaver();
  saver.update(draft('a'));
  passTime();
  requests[0]!.fail('unreachable');
  await settle();
  assert.equal(saver.current().state, 'unreachable');
  passTime();
  requests[1]!.succeed(2);
  await settle();
  assert.equal(saver.current().state, 'saved');
});

test('nothing is saved after a conflict until the user resolves it', async () => {
  const { saver, requests, passTime, settle, isScheduled } = createSaver();
  saver.update(draft('mine'));
  passTime();
  requests[0]!.fail('conflict');
  await settle();
  saver.update(draft('still mine'));
  assert.equal(isScheduled(), false);
  await assert.rejects(saver.flush(), (problem) => problem === 'conflict');
  saver.resolveConflict(7);
  passTime();
  assert.deepEqual([requests[1]!.title, requests[1]!.revision], ['still mine', 7]);
});

test('flush saves all changes, even during a request or when there is no draft yet', async () => {
  const { saver, requests, passTime, settle } = createSaver(null);
  saver.update(draft('a'));
  passTime();
  saver.update(draft('b'));
  const flushed = saver.flush();
  requests[0]!.succeed(1);
  await settle();
  requests[1]!.succeed(2);
  assert.equal(await flushed, 2);
  assert.deepEqual(
    requests.map(({ revision }) => revision),
    [null, 1],
  );

  const unchanged = createSaver(null);
  const flushedUnchanged = unchanged.saver.flush();
  unchanged.requests[0]!.succeed(1);
  assert.equal(await flushedUnchanged, 1);
});

test('a user who selects the other draft continues from there', async () => {
  const { saver, requests, passTime, settle } = createSaver();
  saver.update(draft('mine'));
  passTime();
  requests[0]!.fail('conflict');
  await settle();
  const theirs = draft('theirs');
  saver.resolveConflict(9, theirs);
  saver.update(theirs);
  assert.equal(saver.current().state, 'saved');
  saver.update(draft('more'));
  passTime();
  assert.equal(requests[1]!.revision, 9);
});
