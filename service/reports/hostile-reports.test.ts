import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import type { ReportFacts } from '#report/report-facts.ts';
import { composeReport, ReportTooLong } from '#service/reports/document/compose-report.ts';
import { readPdf } from '#service/testing/read-pdf.ts';
import { reportFacts } from '#service/testing/report-facts.ts';
import { canShow, renderReport } from './render-report.ts';

const made = async (facts: ReportFacts) =>
  readPdf(await renderReport(composeReport(facts, canShow), new Map()));
const TEXT: Field = { name: 'Text', type: 'longText', label: 'Text' };
const saying = (text: string) => made(reportFacts([TEXT], { answers: { Text: text } }));

test('what looks like markup, a program or a part of a PDF is text', async () => {
  const hostile =
    '<b>x</b> <script>alert(1)</script> ${Text} {{x}} %PDF-1.7 endobj (a) Tj /JS << >> \\u0041 [l](http://h)';
  const { text } = await saying(hostile);
  assert.ok(text.includes(hostile), text);
});

test('what names a file or an address reads none', async () => {
  const fields: Field[] = [TEXT, { name: 'Photos', type: 'photo', label: 'data:image/png;base64,AAAA' }];
  const answers = { Text: 'file:///etc/passwd', Photos: ['/etc/passwd', 'http://127.0.0.1:1/x.png'] };
  const { text, pictures } = await made(reportFacts(fields, { answers }));
  assert.match(text, /Picture 1 · Not arrived/);
  assert.deepEqual(pictures, [[]]);
});

test('control characters and turned directions change nothing of what is read', async () => {
  const { text } = await saying('invoice\u202Efdp.exe\u0007 and\u0000 on\u2066 on');
  assert.match(text, /invoicefdp\.exe and on on/);
});

test('a text of 32,768 characters without a blank is whole, and made in seconds', async () => {
  const start = performance.now();
  const { text } = await saying('q'.repeat(32_768));
  assert.equal(text.split('q').length - 1, 32_768);
  // Without care it takes a minute.
  assert.ok(performance.now() - start < 20_000);
});

for (const [what, unit, times, sign] of [
  ['words', 'word ', 6_553, 'word'],
  ['letters', 'y ', 16_384, 'y'],
] as const) {
  test(`a text of thousands of ${what} is whole`, async () => {
    const { text } = await saying(unit.repeat(times));
    assert.equal(text.split(new RegExp(`\\b${sign}\\b`)).length - 1, times);
  });
}

test('questions, titles and entries as long as they may be lose nothing', async () => {
  const long = (mark: string) => `${mark} ${'W'.repeat(900)} ${mark}end`;
  const fields: Field[] = [
    {
      name: 'A',
      type: 'section',
      label: long('qa'),
      fields: [
        {
          name: 'B',
          type: 'section',
          label: long('qb'),
          fields: [
            {
              name: 'C',
              type: 'repeat',
              label: long('qc'),
              fields: [{ name: 'D', type: 'longText', label: long('qd') }],
            },
          ],
        },
      ],
    },
  ];
  const answers = { C: [{ D: `qe ${'line\n'.repeat(400)} qeend` }] };
  const notes = Array.from({ length: 3 }, (_, place) => ({
    itemId: null,
    field: 'C',
    isRemark: true,
    other: { value: { text: `qn${place} ${'r '.repeat(1_900)} qn${place}end` }, userName: 'bram' },
  }));
  const { text } = await made(reportFacts(fields, { answers, failures: ['C[0].D'], conflicts: notes }));
  for (const mark of ['qaend', 'qbend', 'qcend', 'qdend', 'qeend', 'qn0end', 'qn1end', 'qn2end']) {
    assert.ok(text.includes(mark), `${mark} is lost`);
  }
  // All of them with their question, and the first of them among what failed.
  const lines = text.split('line').length - 1;
  assert.ok(lines > 400 + 40, `${lines} lines`);
});

test('what would be thousands of pages is refused in words', () => {
  const fields = Array.from({ length: 2_000 }, (_, place): Field => ({ ...TEXT, name: `Text${place}` }));
  const answers = Object.fromEntries(fields.map(({ name }) => [name, 'word '.repeat(600)]));
  assert.throws(
    () => composeReport(reportFacts(fields, { answers }), canShow),
    (error) => error instanceof ReportTooLong && error.most === 200_000,
  );
});

test('lines without end fill no pages', async () => {
  const { pages } = await saying(`a${'\n'.repeat(30_000)}b`);
  assert.equal(pages.length, 1);
});

test('a thousand items with two thousand questions each are refused before they fill the memory', () => {
  const fields = Array.from({ length: 2_000 }, (_, place): Field => ({ ...TEXT, name: `Text${place}` }));
  const items = Array.from({ length: 1_000 }, (_, place) => ({
    itemId: String(place),
    externalId: String(place),
    title: String(place),
    answers: {},
    remarks: {},
    failures: [],
    missing: [],
  }));
  assert.throws(() => composeReport(reportFacts(fields, { items }), canShow), ReportTooLong);
});
