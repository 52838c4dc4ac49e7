import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { limits } from '#contract/limits.ts';
import { toEnglish } from '#i18n/message.ts';
import { Problem } from '#service/problem.ts';
import { readCsv } from './csv-rows.ts';

async function* splitIntoChunks(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length);
}
/** The size of a request chunk. */
const CHUNK_BYTES = 64 * 1024;

const readRows = async (csv: string) =>
  (await readCsv(splitIntoChunks(Buffer.from(csv), CHUNK_BYTES), ['externalId', 'title'])).rows;

/**
 * Counts the event loop turns needed to read a file, and the maximum number of rows read per turn. The mocked clock
 * ends every time slice immediately, so the reader yields at every opportunity.
 */
const countEventLoopTurns = async (t: TestContext, csv: string) => {
  let now = 0;
  t.mock.method(performance, 'now', () => (now += 1_000));
  let turns = 0;
  let rows = 0;
  let maxRows = 0;
  const countTurn = () => {
    turns++;
    rows = 0;
    immediate = setImmediate(countTurn);
  };
  let immediate = setImmediate(countTurn);
  for await (const _row of await readRows(csv)) maxRows = Math.max(maxRows, ++rows);
  clearImmediate(immediate);
  t.mock.restoreAll();
  return { turns, maxRows };
};

test('other requests can run between the blocks of a chunk of empty lines', async (t) => {
  const { turns } = await countEventLoopTurns(t, `externalId,title\n${'\n'.repeat(CHUNK_BYTES)}`);
  assert.ok(turns >= 32, `${turns} turns`);
});

test('other requests can run between blocks received while the reader was paused', async (t) => {
  const start = `externalId,title\n${'x\n'.repeat(100)}`;
  const { turns, maxRows } = await countEventLoopTurns(t, start + '\n'.repeat(2 * CHUNK_BYTES));
  assert.ok(turns >= 164, `${turns} turns`);
  assert.ok(maxRows <= 2, `${maxRows} rows in a turn`);
});

for (const line of ['\n', 'x\n', '1,b\n', 'a,b,c,d\n']) {
  test(`no error object is created for ${JSON.stringify(line)}, whose number of cells differs from the header's`, async (t) => {
    const csv = `externalId,title,note\n${line.repeat(1_000)}`;
    const capture = t.mock.method(Error, 'captureStackTrace');
    for await (const _row of await readRows(csv));
    assert.equal(capture.mock.callCount(), 0);
  });
}

test('rows have the right cells and line numbers, however the file is split into chunks', async () => {
  const csv = 'externalId,title\n\na\r\n"b\r\n\nc",d,é\n\r"e"';
  for (let length = 1; length < 8; length++) {
    const { rows } = await readCsv(splitIntoChunks(Buffer.from(csv), length), ['externalId']);
    const result: unknown[] = [];
    for await (const row of rows) result.push([row.line, ...row.cells]);
    assert.deepEqual(result, [
      [1, 'externalId', 'title'],
      [3, 'a'],
      [4, 'b\r\n\nc', 'd', 'é'],
      [8, 'e'],
    ]);
  }
});

test('rejects a file with more empty rows than the row limit', async () => {
  const read = async () => {
    for await (const _row of await readRows(`externalId,title\n${'\n'.repeat(limits.importRows + 1)}`));
  };
  await assert.rejects(
    read,
    (error) => error instanceof Problem && /more than 1000000 rows/.test(toEnglish(error.localizableMessage)),
  );
});

const [REPLACEMENT_CHARACTER, LATIN_1_BYTE] = ['\uFFFD', Buffer.from([0xe9])];
for (const [name, textBefore, line] of [
  ['U+FFFD', `a,${REPLACEMENT_CHARACTER}\n\nb`, 3],
  ['\\r', 'a\r\rb\r', 4],
  ['\\r\\n', 'a\r\n\r\nb', 3],
  ['an emoji', 'a\n🌉', 2],
] as const) {
  test(`reports the line with invalid UTF-8 after ${name}, however the file is split into chunks`, async () => {
    for (const textAfter of ['', 'b\n']) {
      const bytes = Buffer.concat([Buffer.from(textBefore), LATIN_1_BYTE, Buffer.from(textAfter)]);
      for (let length = 1; length <= bytes.length; length++) {
        const read = async () => {
          for await (const _row of (await readCsv(splitIntoChunks(bytes, length), ['externalId'])).rows);
        };
        await assert.rejects(
          read,
          (error) => error instanceof Problem && error.message.includes(`(line ${line})`),
          `${length} bytes`,
        );
      }
    }
  });
}
