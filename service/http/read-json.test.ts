import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { inEnglish } from '#sentences/sentence.ts';
import { Problem } from '#service/problem.ts';
import { readJson } from './read-json.ts';

const readAll = (bytes: Buffer): unknown => {
  const work = readJson(bytes);
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
};
const read = (text: string | Buffer) => readAll(Buffer.from(text as string));
const refusal = (text: string | Buffer): Problem => {
  try {
    read(text);
  } catch (error) {
    assert.ok(error instanceof Problem, String(error));
    return error;
  }
  throw new Error(`was read: ${text.toString().slice(0, 80)}`);
};

/** Numbers as callers have them: what is whole is within what a double keeps exactly. */
const number = fc.oneof(
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(fc.string({ unit: 'binary' }), fc.boolean(), fc.constant(null), number),
    fc.array(tie('json')),
    fc.dictionary(fc.string(), tie('json')),
  ),
}));

test('what JSON can say is read as it was written', () => {
  fc.assert(
    fc.property(json, (value) => {
      const text = JSON.stringify(value);
      fc.pre(!text.includes('\\u0000'));
      assert.deepEqual(read(text), JSON.parse(text));
    }),
  );
});

test('bytes of any kind are read or refused, and nothing else happens', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        readAll(Buffer.from(bytes));
      } catch (error) {
        assert.ok(error instanceof Problem);
      }
    }),
  );
});

test('a body that is no JSON is refused as a whole', () => {
  for (const text of ['', ' ', '{', '{"a":}', '{"a":1,}', "{'a':1}", 'NaN', '[1]x']) {
    assert.deepEqual(refusal(text).fields[0]?.members, ['input'], text);
  }
});

test('bytes that are not UTF-8 are refused, not replaced', () => {
  assert.match(inEnglish(refusal(Buffer.from([0x22, 0xff, 0xfe, 0x22])).fields[0]!.message), /UTF-8/);
});

test('text that cannot be stored is refused by the name of its field', () => {
  assert.deepEqual(refusal(String.raw`{"title":"a\u0000"}`).fields[0]?.members, ['title']);
  assert.deepEqual(refusal(String.raw`{"list":["a","\ud800"]}`).fields[0]?.members, ['list[1]']);
  assert.deepEqual(read(String.raw`{"title":"\ud83d\ude80"}`), { title: '🚀' });
});

test('a whole number that would be rounded is refused, one that would not is kept', () => {
  assert.deepEqual(refusal('{"count":9007199254740993}').fields[0]?.members, ['count']);
  assert.deepEqual(refusal('{"count":12345678901234567890}').fields[0]?.members, ['count']);
  assert.deepEqual(refusal('{"count":1e400}').fields[0]?.members, ['count']);
  assert.deepEqual(read('{"count":9007199254740991,"share":0.1,"large":1e20}'), {
    count: 9007199254740991,
    share: 0.1,
    large: 1e20,
  });
});

test('a body that nests deeply or holds too much is refused before it is built', () => {
  assert.match(inEnglish(refusal('['.repeat(500_000)).fields[0]!.message), /deeper than 100/);
  assert.match(inEnglish(refusal(`[${'1,'.repeat(1_000_000)}1]`).fields[0]!.message), /1000001 values/);
});

test('brackets and commas in text do not count', () => {
  const text = JSON.stringify({ title: '[[{{,,"\\'.repeat(1_000) });
  assert.deepEqual(read(text), JSON.parse(text));
});
