import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toEnglish } from '#i18n/message.ts';
import { Problem } from '#service/problem.ts';
import { readJson } from './read-json.ts';

const readAll = (bytes: Buffer): unknown => {
  const reader = readJson(bytes);
  let step = reader.next();
  while (!step.done) step = reader.next();
  return step.value;
};
const countSteps = (text: string): number => {
  const reader = readJson(Buffer.from(text));
  let steps = 1;
  while (!reader.next().done) steps++;
  return steps;
};
const read = (text: string | Buffer) => readAll(Buffer.from(text as string));
const readRejection = (text: string | Buffer): Problem => {
  try {
    read(text);
  } catch (error) {
    assert.ok(error instanceof Problem, String(error));
    return error;
  }
  throw new Error(`was accepted: ${text.toString().slice(0, 80)}`);
};

/** Numbers as clients send them. Integers stay within the range that a double represents exactly. */
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

test('all JSON values are parsed unchanged', () => {
  fc.assert(
    fc.property(json, (value) => {
      const text = JSON.stringify(value);
      fc.pre(!text.includes('\\u0000'));
      assert.deepEqual(read(text), JSON.parse(text));
    }),
  );
});

test('any bytes are either parsed or rejected with a Problem', () => {
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

test('a body that is not entirely JSON is rejected', () => {
  for (const text of ['', ' ', '{', '{"a":}', '{"a":1,}', "{'a':1}", 'NaN', '[1]x']) {
    assert.deepEqual(readRejection(text).fields[0]?.members, ['input'], text);
  }
});

test('invalid UTF-8 is rejected instead of being replaced', () => {
  assert.match(toEnglish(readRejection(Buffer.from([0x22, 0xff, 0xfe, 0x22])).fields[0]!.message), /UTF-8/);
});

test('a string that cannot be stored is rejected, and the error names the field', () => {
  assert.deepEqual(readRejection(String.raw`{"title":"a\u0000"}`).fields[0]?.members, ['title']);
  assert.deepEqual(readRejection(String.raw`{"list":["a","\ud800"]}`).fields[0]?.members, ['list[1]']);
  assert.deepEqual(read(String.raw`{"title":"\ud83d\ude80"}`), { title: '🚀' });
});

test('a number that would be rounded is rejected', () => {
  assert.deepEqual(readRejection('{"count":9007199254740993}').fields[0]?.members, ['count']);
  assert.deepEqual(readRejection('{"count":12345678901234567890}').fields[0]?.members, ['count']);
  assert.deepEqual(readRejection('{"count":1e400}').fields[0]?.members, ['count']);
  assert.deepEqual(read('{"count":9007199254740991,"share":0.1,"large":1e20}'), {
    count: 9007199254740991,
    share: 0.1,
    large: 1e20,
  });
});

test('a number that would be rounded is found anywhere in a long body', () => {
  const step = 512 * 1024;
  for (let offset = step - 20; offset <= step + 2; offset++) {
    for (const lossy of ['9007199254740993', '-1e400']) {
      const text = `["${'x'.repeat(offset - 4)}",${lossy}]`;
      assert.deepEqual(readRejection(text).fields[0]?.members, ['[1]'], `${lossy} at ${offset}`);
    }
  }
});

test('the search for numbers that would be rounded yields at regular intervals', () => {
  const digits = '111111111111111a'.repeat(4 * 64 * 1024);
  const steps = countSteps(`"${digits}"`);
  assert.ok(steps >= countSteps('""') + digits.length / (512 * 1024) - 1, String(steps));
});

/** The levels of nesting around a value: arrays with other elements, and objects with other properties. */
const nesting = fc.array(
  fc.oneof(
    fc.record({ before: fc.array(json, { maxLength: 3 }), after: fc.array(json, { maxLength: 2 }) }),
    fc.record({
      name: fc.stringMatching(/^\w{1,4}$/),
      siblings: fc.dictionary(fc.string(), json, { maxKeys: 3 }),
    }),
  ),
  { maxLength: 6 },
);
const LOSSY = '12345678901234567890';

test('the error names the field of a number that would be rounded, wherever it is in the body', () => {
  fc.assert(
    fc.property(nesting, fc.constantFrom(undefined, 2), (levels, indent) => {
      let [value, path]: [unknown, string] = ['the number', ''];
      for (const level of levels.toReversed()) {
        if ('before' in level) {
          value = [...level.before, value, ...level.after];
          path = `[${level.before.length}]${path.startsWith('[') || path === '' ? '' : '.'}${path}`;
        } else {
          value = { ...level.siblings, [level.name]: value };
          path = `${level.name}${path.startsWith('[') || path === '' ? '' : '.'}${path}`;
        }
      }
      const text = JSON.stringify(value, undefined, indent).replace('"the number"', LOSSY);
      fc.pre(!text.includes('\\u'));
      assert.deepEqual(readRejection(text).fields[0]?.members, [path === '' ? 'input' : path]);
    }),
  );
});

test('a body with many values is rejected if its objects list their fields in too many different orders', () => {
  const objects = (count: number, listNames: (index: number) => readonly number[]) =>
    `[${Array.from({ length: count }, (_, index) => `{${listNames(index).map((name) => `"name ${name}":0`)}}`)}]`;
  for (const [text, sequences] of [
    [objects(60_000, (index) => [index % 2_000]), '\\d{4}'],
    [objects(40_000, (index) => [index % 97, 100 + (index % 89)]), '\\d{3,4}'],
    [objects(6, (index) => Array.from({ length: 6_000 }, (_, name) => name + index)), '\\d{5}'],
  ] as const) {
    assert.match(
      toEnglish(readRejection(text).fields[0]!.message),
      new RegExp(
        `^The objects in the body list their fields in ${sequences} different orders; for \\d+ values`,
      ),
    );
  }
  for (const accepted of [
    objects(60_000, (index) => [index % 900]),
    objects(30_000, (index) => [0, 1, index % 900]),
    objects(1, () => Array.from({ length: 6_000 }, (_, name) => name)),
  ])
    read(accepted);
});

test('a body that nests too deeply or has too many values is rejected before it is parsed', () => {
  assert.match(toEnglish(readRejection('['.repeat(500_000)).fields[0]!.message), /more than 100 levels/);
  assert.match(toEnglish(readRejection(`[${'1,'.repeat(1_000_000)}1]`).fields[0]!.message), /1000001 values/);
  const nested = `${'['.repeat(97)}${']'.repeat(97)}`;
  assert.match(
    toEnglish(readRejection(`[${`${nested},`.repeat(2_000)}1]`).fields[0]!.message),
    /194001 values/,
    'arrays with one element',
  );
  assert.match(
    toEnglish(readRejection(`[${'{"a":{"b":{}}},'.repeat(40_000)}1]`).fields[0]!.message),
    /120001 values/,
    'objects with one property',
  );
});

test('the search for invalid strings yields at regular intervals in nested arrays', () => {
  const text = (escaped: string) =>
    `[${Array(48)
      .fill(`[${Array(1_900).fill(1).join(',')}]`)
      .join(',')},"${escaped}"]`;
  assert.ok(countSteps(text('\\u0041')) >= countSteps(text('A')) + (48 * 1_900) / 2_000 - 1);
});

test('brackets and commas in strings do not count as nesting or values', () => {
  const text = JSON.stringify({ title: '[[{{,,"\\'.repeat(1_000) });
  assert.deepEqual(read(text), JSON.parse(text));
});

test('errors show the end of a long path, with its names truncated', () => {
  const nested = (inner: string) =>
    Array(98)
      .fill(0)
      .reduce((text: string) => `{"${'n'.repeat(4_000)}":${text}}`, inner);
  for (const [value, message] of [
    ['12345678901234567890', /contains the number 12345678901234567890/],
    ['"\\ud800"', /contains half of a surrogate pair/],
  ] as const) {
    const { fields } = readRejection(nested(`[${Array(101).fill(value).join(',')}]`));
    assert.match(toEnglish(fields[0]!.message), message);
    assert.equal(fields.length, 101);
    assert.ok(JSON.stringify(fields).length < 200_000);
    assert.match(fields[0]!.members[0]!, /^….*\[0\]$/);
  }
});

test('a body with a very long field name is rejected, and long strings are accepted', () => {
  const { message } = readRejection(`{"${'n'.repeat(5_000)}" : 1}`).fields[0]!;
  assert.equal(toEnglish(message), 'The body contains a field name with more than 4096 characters.');
  assert.deepEqual(read(`{"a":"${'n'.repeat(5_000)}"}`), { a: 'n'.repeat(5_000) });
  assert.deepEqual(read(`{"a":"${'n'.repeat(5_000)}","b":2}`), { a: 'n'.repeat(5_000), b: 2 });
});
