import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createTextAutosave, MAX_UNSAVED_MS } from './text-autosave.ts';

/** A field whose writes complete when the test decides. */
const typing = (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const written: { text: string; done: (isAnswer: boolean) => void; fail: (error: Error) => void }[] = [];
  const autosave = createTextAutosave(
    (text) =>
      new Promise((done, fail) => {
        written.push({ text, done, fail });
      }),
    () => {},
  );
  return { autosave, written, pass: (ms: number) => t.mock.timers.tick(ms) };
};

/** Lets pending promises settle. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('a text is saved 300 ms after its first key, even if the user continues typing', async (t) => {
  const { autosave, written, pass } = typing(t);
  autosave.type('R');
  pass(200);
  autosave.type('Ru');
  assert.deepEqual(written, []);
  pass(MAX_UNSAVED_MS - 200);
  assert.deepEqual(
    written.map(({ text }) => text),
    ['Ru'],
  );
});

test('a text is shown as saved only when the current text is on disk', async (t) => {
  const { autosave, written } = typing(t);
  autosave.type('Rus');
  autosave.flush();
  autosave.type('Rust');
  written[0]!.done(true);
  await turn();
  assert.deepEqual(autosave.state(), { draft: 'Rust', is: 'unsaved' });
  autosave.flush();
  written[1]!.done(true);
  await turn();
  assert.deepEqual(autosave.state(), { draft: 'Rust', is: 'saved' });
});

test('leaving the field or the page saves the text immediately, and once', async (t) => {
  const { autosave, written, pass } = typing(t);
  autosave.enter();
  autosave.type('Rust');
  autosave.leave();
  autosave.flush();
  pass(1_000);
  assert.equal(written.length, 1);
});

test('an answer from another device does not replace the text that the user is typing', async (t) => {
  const { autosave, written } = typing(t);
  autosave.enter();
  autosave.type('Rust');
  autosave.flush();
  written[0]!.done(true);
  await turn();
  autosave.savedChanged();
  assert.equal(autosave.state().draft, 'Rust');
  autosave.leave();
  autosave.savedChanged();
  assert.equal(autosave.state().draft, null);
});

test('an invalid text stays visible', async (t) => {
  const { autosave, written } = typing(t);
  autosave.type('3x');
  autosave.leave();
  written[0]!.done(false);
  await turn();
  autosave.savedChanged();
  assert.deepEqual(autosave.state(), { draft: '3x', is: 'invalid' });
});

test('a text that could not be written is not shown as saved, and is tried again', async (t) => {
  const { autosave, written } = typing(t);
  autosave.type('Rust');
  autosave.flush();
  written[0]!.fail(new Error('full'));
  await turn();
  assert.equal(autosave.state().is, 'unsaved');
  autosave.flush();
  assert.equal(written.length, 2);
});
