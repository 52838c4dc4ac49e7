import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import type { ReportData } from '#report/report-data.ts';
import { composeReport, ReportTooLongError } from '#service/reports/document/compose-report.ts';
import { createReportData } from '#service/testing/create-report-data.ts';
import { readPdf } from '#service/testing/read-pdf.ts';
import { assertCpuTimeRatioBelow, measureProcessCpuTime } from '#workbook-engine/testing/compare-cpu-time.ts';
import { canShow, renderReport } from './render-report.ts';
import { reportMessages } from './report-texts.ts';

const render = async (data: ReportData) =>
  readPdf(await renderReport(composeReport(data, canShow, reportMessages[data.language]), new Map()));
const TEXT_FIELD: Field = { name: 'Text', type: 'longText', label: 'Text' };
const renderText = (text: string) => render(createReportData([TEXT_FIELD], { answers: { Text: text } }));

test('markup, code and PDF syntax in answers are shown as plain text', async () => {
  const hostile =
    '<b>x</b> <script>alert(1)</script> ${Text} {{x}} %PDF-1.7 endobj (a) Tj /JS << >> \\u0041 [l](http://h)';
  const { text } = await renderText(hostile);
  assert.ok(text.includes(hostile), text);
});

test('files and URLs in labels and answers are not read', async () => {
  const fields: Field[] = [
    TEXT_FIELD,
    { name: 'Photos', type: 'photo', label: 'data:image/png;base64,AAAA' },
  ];
  const answers = { Text: 'file:///etc/passwd', Photos: ['/etc/passwd', 'http://127.0.0.1:1/x.png'] };
  const { text, pictures } = await render(createReportData(fields, { answers }));
  assert.match(text, /Photo 1 · Not received/);
  assert.deepEqual(pictures, [[]]);
});

test('control characters and direction marks are removed from a report', async () => {
  const { text } = await renderText('invoice\u202Efdp.exe\u0007 and\u0000 on\u2066 on');
  assert.match(text, /invoicefdp\.exe and on on/);
});

test('32,768 characters without spaces are rendered completely and quickly', async () => {
  const renderLongText = async () => {
    const { text } = await renderText('q'.repeat(32_768));
    assert.equal(text.split('q').length - 1, 32_768);
  };
  // Rendering takes 18 times the CPU time of the reference, or 1,300 times without optional breaks.
  await assertCpuTimeRatioBelow(300, () => measureProcessCpuTime(renderLongText));
});

for (const [description, unit, times, marker] of [
  ['words', 'word ', 6_553, 'word'],
  ['letters', 'y ', 16_384, 'y'],
] as const) {
  test(`thousands of ${description} are rendered completely`, async () => {
    const { text } = await renderText(unit.repeat(times));
    assert.equal(text.split(new RegExp(`\\b${marker}\\b`)).length - 1, times);
  });
}

test('labels, titles and instances of maximum length are rendered completely', async () => {
  const createLongLabel = (mark: string) => `${mark} ${'W'.repeat(900)} ${mark}end`;
  const fields: Field[] = [
    {
      name: 'A',
      type: 'section',
      label: createLongLabel('qa'),
      fields: [
        {
          name: 'B',
          type: 'section',
          label: createLongLabel('qb'),
          fields: [
            {
              name: 'C',
              type: 'repeat',
              label: createLongLabel('qc'),
              fields: [{ name: 'D', type: 'longText', label: createLongLabel('qd') }],
            },
          ],
        },
      ],
    },
  ];
  const answers = { C: [{ D: `qe ${'line\n'.repeat(400)} qeend` }] };
  const conflicts = Array.from({ length: 3 }, (_, index) => ({
    itemId: null,
    field: 'C',
    isComment: true,
    other: { value: { text: `qn${index} ${'r '.repeat(1_900)} qn${index}end` }, userName: 'bram' },
  }));
  const { text } = await render(createReportData(fields, { answers, failures: ['C[0].D'], conflicts }));
  for (const mark of ['qaend', 'qbend', 'qcend', 'qdend', 'qeend', 'qn0end', 'qn1end', 'qn2end']) {
    assert.ok(text.includes(mark), `${mark} is lost`);
  }
  // All lines appear with their question, and the first ones also in the list of failed answers.
  const lines = text.split('line').length - 1;
  assert.ok(lines > 400 + 40, `${lines} lines`);
});

for (const [description, count, text] of [
  ['of thousands of pages', 2_000, 'word '.repeat(600)],
  ['whose words have 8 million letters', 250, 'q'.repeat(32_768)],
] as const) {
  test(`composing a report ${description} throws a ReportTooLongError`, () => {
    const fields = Array.from(
      { length: count },
      (_, index): Field => ({ ...TEXT_FIELD, name: `Text${index}` }),
    );
    const answers = Object.fromEntries(fields.map(({ name }) => [name, text]));
    assert.throws(
      () => composeReport(createReportData(fields, { answers }), canShow, reportMessages.en),
      (error) => error instanceof ReportTooLongError && error.max === 200_000,
    );
  });
}

test('thousands of empty lines are collapsed, so that they do not fill pages', async () => {
  const { pages } = await renderText(`a${'\n'.repeat(30_000)}b`);
  assert.equal(pages.length, 1);
});

test('a report on a thousand items with two thousand questions each is rejected before it exhausts memory', () => {
  const fields = Array.from(
    { length: 2_000 },
    (_, index): Field => ({ ...TEXT_FIELD, name: `Text${index}` }),
  );
  const items = Array.from({ length: 1_000 }, (_, index) => ({
    itemId: String(index),
    externalId: String(index),
    title: String(index),
    answers: {},
    comments: {},
    failures: [],
    missing: [],
  }));
  assert.throws(
    () => composeReport(createReportData(fields, { items }), canShow, reportMessages.en),
    ReportTooLongError,
  );
});
