import assert from 'node:assert/strict';
import test from 'node:test';
import { type DraftDocument, toDraftDocument } from './design.ts';
import { createDraftSaver, type SaveStatus } from './draft-saver.ts';

const createDraft = (title: string): DraftDocument => ({ ...toDraftDocument({ fields: [] }), title });

/** Creates a saver and lets the test answer its requests and run its timer. */
const createSaver = (revision: number | null = 1) => {
  const savedDocument = createDraft('');
  const requests: {
    title: string | null;
    revision: number | null;
    succeed(revision: number): void;
    fail(kind: string): void;
  }[] = [];
  const states: string[] = [];
  let runTimer: (() => void) | undefined;
  const initialStatus: SaveStatus = { state: 'saved', problem: null, revision, savedDocument, errors: [] };
  const saver = createDraftSaver(initialStatus, {
    save: ({ title }, baseRevision) =>
      new Promise((resolve, reject) => {
        requests.push({
          title,
          revision: baseRevision,
          succeed: (newRevision) =>
            resolve({ revision: newRevision, errors: [], modificationTime: '', modifiedBy: '' }),
          fail: reject,
        });
      }),
    schedule: (_ms, run) => {
      runTimer = run;
      return () => {
        runTimer = undefined;
      };
    },
    onChange: ({ state }) => states.push(state),
    classifyProblem: (problem) => problem as 'conflict',
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const passTime = () => runTimer?.();
  const isScheduled = () => runTimer !== undefined;
  return { saver, requests, states, savedDocument, passTime, settle, isScheduled };
};

test('changes are saved together after a pause in typing', async () => {
  const { saver, requests, states, passTime, settle } = createSaver();
  saver.update(createDraft('a'));
  saver.update(createDraft('ab'));
  assert.equal(requests.length, 0);
  passTime();
  assert.deepEqual([requests[0]!.title, requests[0]!.revision], ['ab', 1]);
  requests[0]!.succeed(2);
  await settle();
  assert.equal(requests.length, 1);
  assert.deepEqual(states, ['unsaved', 'unsaved', 'saving', 'saved']);
});

test('changes made during a request are saved afterwards, based on the revision in the response', async () => {
  const { saver, requests, passTime, settle } = createSaver();
  saver.update(createDraft('a'));
  passTime();
  saver.update(createDraft('b'));
  requests[0]!.succeed(2);
  await settle();
  assert.equal(saver.getStatus().state, 'unsaved');
  passTime();
  assert.deepEqual([requests[1]!.title, requests[1]!.revision], ['b', 2]);
});

test('undoing all changes since the last save sends no request', () => {
  const { saver, savedDocument, states, isScheduled } = createSaver();
  saver.update(createDraft('a'));
  saver.update(savedDocument);
  assert.equal(isScheduled(), false);
  assert.equal(states.at(-1), 'saved');
});

test('saving is retried while the server cannot be reached', async () => {
  const { saver, requests, passTime, settle } = createSaver();
  saver.update(createDraft('a'));
  passTime();
  requests[0]!.fail('unreachable');
  await settle();
  assert.equal(saver.getStatus().state, 'unreachable');
  passTime();
  requests[1]!.succeed(2);
  await settle();
  assert.equal(saver.getStatus().state, 'saved');
});

test('nothing is saved after a conflict until the user resolves it', async () => {
  const { saver, requests, passTime, settle, isScheduled } = createSaver();
  saver.update(createDraft('mine'));
  passTime();
  requests[0]!.fail('conflict');
  await settle();
  saver.update(createDraft('still mine'));
  assert.equal(isScheduled(), false);
  await assert.rejects(saver.flush(), (problem) => problem === 'conflict');
  saver.resolveConflict(7);
  passTime();
  assert.deepEqual([requests[1]!.title, requests[1]!.revision], ['still mine', 7]);
});

test('flushing saves all changes, even during a request or when there is no draft yet', async () => {
  const { saver, requests, passTime, settle } = createSaver(null);
  saver.update(createDraft('a'));
  passTime();
  saver.update(createDraft('b'));
  const flushPromise = saver.flush();
  requests[0]!.succeed(1);
  await settle();
  requests[1]!.succeed(2);
  assert.equal(await flushPromise, 2);
  assert.deepEqual(
    requests.map(({ revision }) => revision),
    [null, 1],
  );

  const unchangedDraft = createSaver(null);
  const unchangedFlushPromise = unchangedDraft.saver.flush();
  unchangedDraft.requests[0]!.succeed(1);
  assert.equal(await unchangedFlushPromise, 1);
});

test('a user who resolves a conflict with the other user’s draft continues from its revision', async () => {
  const { saver, requests, passTime, settle } = createSaver();
  saver.update(createDraft('mine'));
  passTime();
  requests[0]!.fail('conflict');
  await settle();
  const theirDocument = createDraft('theirs');
  saver.resolveConflict(9, theirDocument);
  saver.update(theirDocument);
  assert.equal(saver.getStatus().state, 'saved');
  saver.update(createDraft('more'));
  passTime();
  assert.equal(requests[1]!.revision, 9);
});
