import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import type { Field } from '#contract/workbook-definition.ts';
import type { ReportData } from '#report/report-data.ts';
import { composeReport } from '#service/reports/document/compose-report.ts';
import { createReportData } from '#service/testing/create-report-data.ts';
import { findFirstWordOutOfOrder, readPdf } from '#service/testing/read-pdf.ts';
import { canShow, renderReport } from './render-report.ts';
import type { ReportPictures } from './report-job.ts';
import { reportMessages } from './report-texts.ts';

const render = async (data: ReportData, pictures: ReportPictures) =>
  readPdf(await renderReport(composeReport(data, canShow, reportMessages[data.language]), pictures));

const assertInOrder = (text: string, words: readonly string[]) =>
  assert.equal(findFirstWordOutOfOrder(text, words), undefined, text);

const HEIGHT: Field = { name: 'Height', type: 'decimal', label: 'Height' };

const createJpeg = async (width: number, height: number) =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer(),
  );
const createUpload = (more: object = {}) => ({
  fileName: 'a.jpg',
  bytes: 1_234,
  isPicture: true,
  takenAt: null,
  position: null,
  ...more,
});

test('pictures, signatures and files are shown with their questions, and missing ones as not received', async () => {
  const fields: Field[] = [
    { name: 'Photos', type: 'photo', label: 'Photos' },
    { name: 'Papers', type: 'file', label: 'Papers' },
    { name: 'Lost', type: 'file', label: 'Lost' },
    { name: 'Signed', type: 'signature', label: 'Signed' },
    HEIGHT,
  ];
  const pictures = new Map([
    ['p1', await createJpeg(40, 30)],
    ['p2', await createJpeg(30, 40)],
    ['p4', await createJpeg(50, 20)],
    ['s', await createJpeg(60, 20)],
  ]);
  const { text, pictures: renderedPictures } = await render(
    createReportData(
      fields,
      {
        answers: { Photos: ['p1', 'p2', 'p3'], Papers: 'f', Lost: 'g', Signed: 's', Height: 1 },
        comments: { Height: { pictures: ['p4'] } },
      },
      {
        uploads: {
          p1: createUpload({ takenAt: '2026-07-01T10:05:00', position: { latitude: 52.1, longitude: 4.2 } }),
          p2: createUpload(),
          p4: createUpload(),
          f: createUpload({ isPicture: false, fileName: 'measured.xlsx', bytes: 48_213 }),
          s: createUpload(),
        },
      },
    ),
    pictures,
  );
  assertInOrder(text, [
    'Photos 3 photos',
    'Photo 1 · 1 July 2026, 10:05',
    '52.1° N 4.2° E',
    'Photo 2',
    'Photo 3 · Not received',
  ]);
  assertInOrder(text, ['Papers measured.xlsx (48 kB)', 'Lost Not received', 'Signed', 'Height 1', 'Photo 4']);
  assert.deepEqual(renderedPictures, [
    [
      [40, 30],
      [30, 40],
      [60, 20],
      [50, 20],
    ],
  ]);
});

test('forty pictures for one question are shown in order, on at most five pages', async () => {
  const ids = Array.from({ length: 40 }, (_, number) => `p${number}`);
  const picture = await createJpeg(120, 90);
  const data = createReportData([{ name: 'Photos', type: 'photo', label: 'Photos' }], {
    answers: { Photos: ids },
  });
  const { pages, pictures } = await render(
    { ...data, uploads: Object.fromEntries(ids.map((id) => [id, createUpload()])) },
    new Map(ids.map((id) => [id, picture])),
  );
  // The pictures are identical, but each has its own name and is read separately.
  assert.equal(pictures.flat().length, 40);
  assertInOrder(
    pages.join(' '),
    ids.map((_, number) => `Photo ${number + 1}`),
  );
  assert.ok(pages.length <= 5, `${pages.length} pages`);
});
