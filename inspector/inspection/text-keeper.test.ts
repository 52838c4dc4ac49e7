import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createTextKeeper, LONGEST_UNKEPT_MS } from './text-keeper.ts';

/** A field whose disk answers when the test says so. */
const typing = (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const written: { text: string; done: (isAnswer: boolean) => void; fail: (error: Error) => void }[] = [];
  const keeper = createTextKeeper(
    (text) =>
      new Promise((done, fail) => {
        written.push({ text, done, fail });
      }),
    () => {},
  );
  return { keeper, written, pass: (ms: number) => t.mock.timers.tick(ms) };
};

/** What waits for a promise has its turn. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('a text is kept 300 ms after its first key, however long somebody goes on typing', async (t) => {
  const { keeper, written, pass } = typing(t);
  keeper.type('R');
  pass(200);
  keeper.type('Ru');
  assert.deepEqual(written, []);
  pass(LONGEST_UNKEPT_MS - 200);
  assert.deepEqual(
    written.map(({ text }) => text),
    ['Ru'],
  );
});

test('it counts as kept only when what stands there lies on the disk', async (t) => {
  const { keeper, written } = typing(t);
  keeper.type('Rus');
  keeper.flush();
  keeper.type('Rust');
  written[0]!.done(true);
  await turn();
  assert.deepEqual(keeper.state(), { draft: 'Rust', is: 'unkept' });
  keeper.flush();
  written[1]!.done(true);
  await turn();
  assert.deepEqual(keeper.state(), { draft: 'Rust', is: 'kept' });
});

test('who leaves the field or the page has it kept at once, and once', async (t) => {
  const { keeper, written, pass } = typing(t);
  keeper.enter();
  keeper.type('Rust');
  keeper.leave();
  keeper.flush();
  pass(1_000);
  assert.equal(written.length, 1);
});

test('what another device said does not take away what somebody is typing', async (t) => {
  const { keeper, written } = typing(t);
  keeper.enter();
  keeper.type('Rust');
  keeper.flush();
  written[0]!.done(true);
  await turn();
  keeper.keptChanged();
  assert.equal(keeper.state().draft, 'Rust');
  keeper.leave();
  keeper.keptChanged();
  assert.equal(keeper.state().draft, null);
});

test('what is no answer stays in sight', async (t) => {
  const { keeper, written } = typing(t);
  keeper.type('3x');
  keeper.leave();
  written[0]!.done(false);
  await turn();
  keeper.keptChanged();
  assert.deepEqual(keeper.state(), { draft: '3x', is: 'refused' });
});

test('what the disk refused is not shown as kept, and is tried again', async (t) => {
  const { keeper, written } = typing(t);
  keeper.type('Rust');
  keeper.flush();
  written[0]!.fail(new Error('full'));
  await turn();
  assert.equal(keeper.state().is, 'unkept');
  keeper.flush();
  assert.equal(written.length, 2);
});
