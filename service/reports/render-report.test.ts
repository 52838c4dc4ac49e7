import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import type { ReportData, ReportedInspection } from '#report/report-data.ts';
import { composeReport } from '#service/reports/document/compose-report.ts';
import { createReportData } from '#service/testing/create-report-data.ts';
import { findFirstWordOutOfOrder, readPdf } from '#service/testing/read-pdf.ts';
import { canShow, renderReport } from './render-report.ts';
import { reportMessages } from './report-texts.ts';

const render = async (data: ReportData) =>
  readPdf(await renderReport(composeReport(data, canShow, reportMessages[data.language]), new Map()));

const assertInOrder = (text: string, words: readonly string[]) =>
  assert.equal(findFirstWordOutOfOrder(text, words), undefined, text);

const HEIGHT: Field = { name: 'Height', type: 'decimal', label: { en: 'Height', nl: 'Hoogte' } };
const FIXED: Field = { name: 'Fixed', type: 'boolean', label: { en: 'Firmly fixed', nl: 'Zit vast' } };

test('a report shows the task, the failed answers and all answers by section', async () => {
  const fields: Field[] = [
    { name: 'Railing', type: 'section', label: 'Railing', fields: [HEIGHT, FIXED] },
    {
      name: 'Spans',
      type: 'repeat',
      label: 'Spans',
      fields: [{ name: 'Length', type: 'decimal', label: 'Length' }],
    },
  ];
  const { text, pages, title, language, fonts, embeddedFonts } = await render(
    createReportData(
      fields,
      {
        answers: { Height: 0.9, Fixed: false, Spans: [{ Length: 4 }, { Length: 5.5 }] },
        comments: { Height: { text: 'Measured twice' } },
        failures: ['Fixed'],
        followUps: [
          { itemId: null, field: 'Fixed', externalId: 'WO-2', error: null },
          { itemId: null, field: 'Length', externalId: null, error: 'The team Masonry is not active.' },
        ],
      },
      {
        task: {
          description: 'Bring the ladder.',
          startDate: new Date('2026-06-30T06:00:00Z'),
          dueDate: new Date('2026-07-03T15:00:00Z'),
        },
      },
    ),
  );
  assertInOrder(text, [
    'Inspect the railing',
    'WO-1',
    'from 30 June 2026, 08:00',
    'until 3 July 2026, 17:00',
    'Railing check 1.0.0',
    'Bridges',
    'Anna de Vries',
    '1 July 2026, 10:00',
    '1 July 2026, 11:30',
    '2 July 2026, 14:00, revision 7',
    'Europe/Amsterdam',
    'One failed answer',
    'Firmly fixed No',
    'Follow-up tasks',
    'Firmly fixed task WO-2',
    'Length task not created: The team Masonry is not active.',
    'Description Bring the ladder.',
    'Railing',
    'Height 0.9 Comment: Measured twice',
    'Firmly fixed No Failed',
    'Spans # Length 1 4 2 5.5',
    'WO-1 · Inspect the railing page 1 of 1',
  ]);
  assert.deepEqual([pages.length, title, language], [1, 'Inspect the railing', 'en']);
  assert.deepEqual([...fonts].map((name) => name.replace(/^\w{6}\+/, '')).sort(), [
    'NotoSans-Regular',
    'NotoSans-SemiBold',
  ]);
  assert.equal(embeddedFonts, 2);
});

test('failed answers appear on the first page even if the task description is long', async () => {
  const { pages } = await render(
    createReportData(
      [HEIGHT],
      { answers: { Height: 0.9 }, failures: ['Height'] },
      { task: { description: 'word '.repeat(2_000), startDate: null, dueDate: null } },
    ),
  );
  assert.ok(pages.length > 2);
  assert.match(pages[0]!, /One failed answer/);
});

test('a Dutch report has Dutch texts, labels and numbers', async () => {
  const data = createReportData([HEIGHT, FIXED], {
    answers: { Height: 0.9, Fixed: true },
    failures: ['Height'],
  });
  const { text } = await render({ ...data, language: 'nl', labelLanguage: 'nl' });
  assertInOrder(text, [
    'Taak',
    'Werkboek',
    'Voltooid 1 juli 2026, 11:30',
    'Eén antwoord dat niet voldoet',
    'Hoogte 0,9',
    'Hoogte 0,9 Voldoet niet',
    'Zit vast Ja',
    'pagina 1 van 1',
  ]);
});

const states: [description: string, inspection: Partial<ReportedInspection>, expected: string[]][] = [
  [
    'open',
    { state: 'Active', endedAt: null, missing: [{}, {}] },
    ['Draft', 'not complete', '2 questions still need an answer'],
  ],
  [
    'returned',
    {
      state: 'Active',
      endedAt: null,
      returns: [
        {
          comment: 'Nearly there',
          fields: [],
          returnedAt: new Date('2026-07-02T08:00:00Z'),
          userName: 'coordinator',
        },
      ],
    },
    ['Draft', 'Returned for correction by coordinator on 2 July 2026, 10:00.', 'Nearly there'],
  ],
  [
    'approved',
    { approvedAt: new Date('2026-07-02T08:00:00Z') },
    ['Approved', 'By Karel Jansen on 2 July 2026, 10:00.'],
  ],
  [
    'cancelled',
    { state: 'Canceled', endedAt: null, canceledAt: new Date('2026-07-02T08:00:00Z'), lateFromRevision: 3 },
    ['Cancelled', 'on 2 July 2026, 10:00.', 'arrived later are included'],
  ],
  [
    'completed, with late answers',
    { lateFromRevision: 5, revision: 6 },
    ['Late answers', 'after completion are not included'],
  ],
];

for (const [description, inspection, expected] of states) {
  test(`the report of an inspection that is ${description} begins with its status`, async () => {
    const data = createReportData([HEIGHT], inspection);
    const { text } = await render({ ...data, people: { ...data.people, approvedBy: 'Karel Jansen' } });
    assertInOrder(text, ['Inspect the railing', ...expected, 'Task WO-1', 'Height –']);
    assert.match(text, description.endsWith('late answers') ? /, revision 4\b/ : /, revision \d/);
  });
}

test('the report of a completed inspection that has not been reviewed shows no status', async () => {
  const { text } = await render(createReportData([HEIGHT]));
  assert.doesNotMatch(text, /Draft|Approved|Cancelled|failed/);
});

test('each of several items gets its own heading, but a single item is shown at the top', async () => {
  const item = (number: number) => ({
    itemId: `i${number}`,
    externalId: `BR-${number}`,
    title: `Bridge ${number}`,
    answers: { Height: number },
    comments: {},
    failures: number === 2 ? ['Height'] : [],
    missing: [],
  });
  const data = { addresses: { i1: 'Amstel 81' } };
  const several = await render(createReportData([HEIGHT], { items: [item(1), item(2)] }, data));
  assertInOrder(several.text, [
    'Items 2',
    'One failed answer',
    'Bridge 2 Height 2',
    'Bridge 1 BR-1',
    'Amstel 81',
    'Height 1',
    'Bridge 2 BR-2',
    'Height 2 Failed',
  ]);
  const single = await render(createReportData([HEIGHT], { items: [item(1)] }, data));
  assertInOrder(single.text, ['Item Bridge 1 (BR-1) Amstel 81', 'Height 1']);
});

test('a thousand repeat instances are numbered, and the table header is repeated on every page', async () => {
  const fields: Field[] = [
    {
      name: 'Bolts',
      type: 'repeat',
      label: 'Bolts',
      fields: [
        { name: 'Place', type: 'text', label: 'Place' },
        { name: 'Torque', type: 'decimal', label: 'Torque in Nm' },
      ],
    },
  ];
  const instances = Array.from({ length: 1_000 }, (_, index) => ({
    Place: `Post ${index}`,
    Torque: index / 4,
  }));
  const { pages, text } = await render(createReportData(fields, { answers: { Bolts: instances } }));
  assertInOrder(text, ['1 Post 0 0', '500 Post 499 124.75', '1000 Post 999 249.75']);
  for (const page of pages) assert.match(page, /# Place Torque in Nm/);
});

test('characters missing from the fonts are replaced, with a note in the report', async () => {
  const texts = [
    'Zażółć gęślą jaźń',
    'Η γέφυρα ᾠδή',
    'Cầu cần sửa chữa',
    'Мост ґ ї ў',
    '桥梁',
    'جسر',
    '👍🏽',
  ];
  const fields = texts.map(
    (_, index): Field => ({ name: `T${index}`, type: 'text', label: `Text ${index}` }),
  );
  const answers = Object.fromEntries(texts.map((text, index) => [`T${index}`, text]));
  const { text } = await render(createReportData(fields, { answers }));
  assertInOrder(text, [
    'Characters that this report cannot show appear as \uFFFD',
    ...texts.slice(0, 4),
    'Text 4 ��',
    'Text 5 ���',
    'Text 6 �',
  ]);
  const plain = await render(createReportData(fields.slice(0, 4), { answers }));
  assert.doesNotMatch(plain.text, /cannot show/);
});
