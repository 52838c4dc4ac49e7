import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createTextAutosave, MAX_UNSAVED_MS } from './text-autosave.ts';

/** Creates an autosave whose writes the test completes. */
const createAutosave = (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const writes: { text: string; resolve: (isValid: boolean) => void; reject: (error: Error) => void }[] = [];
  const autosave = createTextAutosave(
    (text) =>
      new Promise((resolve, reject) => {
        writes.push({ text, resolve, reject });
      }),
    () => {},
  );
  return { autosave, writes, advance: (ms: number) => t.mock.timers.tick(ms) };
};

/** Gives pending promises time to settle. */
const flushPromises = () => new Promise<void>((resolve) => setImmediate(resolve));

test('text is saved 300 ms after the first keystroke, even if the user continues typing', async (t) => {
  const { autosave, writes, advance } = createAutosave(t);
  autosave.type('R');
  advance(200);
  autosave.type('Ru');
  assert.deepEqual(writes, []);
  advance(MAX_UNSAVED_MS - 200);
  assert.deepEqual(
    writes.map(({ text }) => text),
    ['Ru'],
  );
});

test('text is shown as saved only when the current text is on disk', async (t) => {
  const { autosave, writes } = createAutosave(t);
  autosave.type('Rus');
  autosave.flush();
  autosave.type('Rust');
  writes[0]!.resolve(true);
  await flushPromises();
  assert.deepEqual(autosave.getState(), { draft: 'Rust', status: 'unsaved' });
  autosave.flush();
  writes[1]!.resolve(true);
  await flushPromises();
  assert.deepEqual(autosave.getState(), { draft: 'Rust', status: 'saved' });
});

test('leaving the field or the page saves the text immediately, and only once', async (t) => {
  const { autosave, writes, advance } = createAutosave(t);
  autosave.focus();
  autosave.type('Rust');
  autosave.blur();
  autosave.flush();
  advance(1_000);
  assert.equal(writes.length, 1);
});

test('an answer from another device does not replace text the user is typing', async (t) => {
  const { autosave, writes } = createAutosave(t);
  autosave.focus();
  autosave.type('Rust');
  autosave.flush();
  writes[0]!.resolve(true);
  await flushPromises();
  autosave.handleSavedTextChange();
  assert.equal(autosave.getState().draft, 'Rust');
  autosave.blur();
  autosave.handleSavedTextChange();
  assert.equal(autosave.getState().draft, null);
});

test('invalid text stays visible', async (t) => {
  const { autosave, writes } = createAutosave(t);
  autosave.type('3x');
  autosave.blur();
  writes[0]!.resolve(false);
  await flushPromises();
  autosave.handleSavedTextChange();
  assert.deepEqual(autosave.getState(), { draft: '3x', status: 'invalid' });
});

test('text that fails to save stays unsaved, and saving is retried', async (t) => {
  const { autosave, writes } = createAutosave(t);
  autosave.type('Rust');
  autosave.flush();
  writes[0]!.reject(new Error('full'));
  await flushPromises();
  assert.equal(autosave.getState().status, 'unsaved');
  autosave.flush();
  assert.equal(writes.length, 2);
});
