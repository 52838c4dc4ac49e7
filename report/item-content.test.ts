import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { createTranslator } from '#i18n/translator.ts';
import { createReportData } from '#service/testing/create-report-data.ts';
import { buildReportItems, type ReportAnswer, type ReportPart } from './item-content.ts';
import en from './messages/en/report.json' with { type: 'json' };
import type { ReportData, ReportedInspection } from './report-data.ts';
import { createReportFormat } from './report-format.ts';

const t = createTranslator('en', en);

const buildContent = (
  fields: Field[],
  inspection: Partial<ReportedInspection> = {},
  otherData: Partial<ReportData> = {},
) => {
  const data = createReportData(fields, inspection, otherData);
  return buildReportItems(data, createReportFormat(data, t))[0]!;
};

/** Lists titles and answers, indented by depth. */
const listOutline = (parts: readonly ReportPart[], indent = ''): string[] =>
  parts.flatMap((part) => {
    if (part.kind === 'answer') return [`${indent}${part.label}: ${part.text || '–'}`];
    const children =
      part.kind === 'section'
        ? listOutline(part.parts, `${indent}  `)
        : part.instances.flatMap((instance, index) => [
            `${indent}  ${index + 1}`,
            ...listOutline(instance, `${indent}    `),
          ]);
    return [`${indent}${part.title}`, ...children];
  });

const listAnswers = (parts: readonly ReportPart[]): ReportAnswer[] =>
  parts.flatMap((part) => {
    if (part.kind === 'answer') return [part];
    return part.kind === 'section' ? listAnswers(part.parts) : part.instances.flatMap(listAnswers);
  });

test('a report shows questions in workbook order, with labels in the reader’s language', () => {
  const fields: Field[] = [
    { name: 'Intro', type: 'note', label: 'Put on your helmet' },
    {
      name: 'General',
      type: 'section',
      label: { en: 'General', nl: 'Algemeen' },
      fields: [
        { name: 'Height', type: 'decimal', label: { en: 'Height', nl: 'Hoogte' } },
        { name: 'Unlabelled', type: 'text' },
      ],
    },
    { name: 'Grouped', type: 'section', fields: [{ name: 'Colour', type: 'text' }] },
    {
      name: 'Spans',
      type: 'repeat',
      label: 'Spans',
      fields: [{ name: 'Length', type: 'decimal', label: 'Length' }],
    },
  ];
  const inspection = { answers: { Spans: [{ Length: 2.5 }, {}], Colour: 'red', Height: 3 } };
  assert.deepEqual(listOutline(buildContent(fields, inspection).parts), [
    'General',
    '  Height: 3',
    '  Unlabelled: –',
    'Colour: red',
    'Spans',
    '  1',
    '    Length: 2.5',
    '  2',
    '    Length: –',
  ]);
  assert.deepEqual(
    listOutline(buildContent(fields, inspection, { language: 'nl', labelLanguage: 'nl' }).parts).slice(0, 2),
    ['Algemeen', '  Hoogte: 3'],
  );
});

test('labels include the answers they refer to', () => {
  const fields: Field[] = [
    { name: 'Bridge', type: 'text', label: 'Name' },
    { name: 'Wide', type: 'decimal', label: 'How wide is ${Bridge}?' },
  ];
  assert.deepEqual(listOutline(buildContent(fields, { answers: { Bridge: 'Magere Brug', Wide: 4 } }).parts), [
    'Name: Magere Brug',
    'How wide is Magere Brug?: 4',
  ]);
});

test('labels include long answers until the labels together are too long for a report', () => {
  const questions = Array.from(
    { length: 600 },
    (_, index): Field => ({ name: `Q${index}`, type: 'text', label: 'Why ${Text}?' }),
  );
  const { parts } = buildContent([{ name: 'Text', type: 'longText' }, ...questions], {
    answers: { Text: 'x'.repeat(32_768) },
  });
  const labels = listAnswers(parts).map(({ label }) => label);
  assert.match(labels[383]!, /^Why x{32764}…$/);
  assert.deepEqual([labels[384], labels[600]], ['Q383', 'Q599']);
});

test('a report omits irrelevant questions and shows stored calculated values', () => {
  const fields: Field[] = [
    { name: 'Wet', type: 'boolean', label: 'Wet' },
    { name: 'Depth', type: 'decimal', label: 'Depth', relevant: '${Wet}' },
    { name: 'Today', type: 'calculated', label: 'Day', calculation: 'today()' },
    { name: 'Step', type: 'calculated', calculation: '1 + 1' },
    {
      name: 'Puddles',
      type: 'section',
      label: 'Puddles',
      relevant: '${Wet}',
      fields: [{ name: 'Many', type: 'integer' }],
    },
  ];
  const inspection = { answers: { Wet: false, Today: '2020-02-29', Step: 2 } };
  assert.deepEqual(listOutline(buildContent(fields, inspection).parts), ['Wet: No', 'Day: 29 February 2020']);
});

test('a report shows the stored answers of a completed inspection even if they are no longer relevant', () => {
  const fields: Field[] = [
    { name: 'Late', type: 'text', label: 'Late', relevant: "time(now()) > '23:00:00'" },
    {
      name: 'Spans',
      type: 'repeat',
      label: 'Spans',
      relevant: "time(now()) > '23:00:00'",
      fields: [{ name: 'Length', type: 'decimal', label: 'Length' }],
    },
  ];
  const inspection = { answers: { Late: 'yes', Spans: [{ Length: 4 }] }, failures: ['Spans[0].Length'] };
  const { parts, failedAnswers } = buildContent(fields, inspection);
  assert.deepEqual(listOutline(parts), ['Late: yes', 'Spans', '  1', '    Length: 4']);
  assert.deepEqual(
    failedAnswers.map(({ instanceTitles, answer }) => [...instanceTitles, answer.label]),
    [['Spans 1', 'Length']],
  );
});

test('a report marks a failed answer and lists it with its repeat instances', () => {
  const innerRepeat: Field = {
    name: 'Bolts',
    type: 'repeat',
    label: 'Bolts',
    fields: [{ name: 'Loose', type: 'boolean', label: 'Loose' }],
  };
  const fields: Field[] = [
    { name: 'Spans', type: 'repeat', label: 'Spans', fields: [innerRepeat] },
    { name: 'Height', type: 'decimal', label: 'Height' },
  ];
  const { parts, failedAnswers } = buildContent(fields, {
    answers: { Height: 1, Spans: [{}, { Bolts: [{ Loose: false }, { Loose: true }] }] },
    failures: ['Spans[1].Bolts[1].Loose', 'Height'],
  });
  assert.deepEqual(
    listAnswers(parts).map(({ text, hasFailed }) => [text, hasFailed]),
    [
      ['No', false],
      ['Yes', true],
      ['1', true],
    ],
  );
  assert.deepEqual(
    failedAnswers.map(({ instanceTitles, answer }) =>
      [...instanceTitles, answer.label, answer.text].join(' '),
    ),
    ['Spans 2 Bolts 2 Loose Yes', 'Height 1'],
  );
});

test('a report shows comments, conflicting answers and reviewer comments next to the answer', () => {
  const fields: Field[] = [
    { name: 'Height', type: 'decimal', label: 'Height' },
    {
      name: 'Spans',
      type: 'repeat',
      label: 'Spans',
      fields: [{ name: 'Length', type: 'decimal', label: 'Length' }],
    },
  ];
  const createConflict = (field: string, value: unknown, isComment = false) => ({
    itemId: null,
    field,
    isComment,
    other: { value, userName: 'bram' },
  });
  const inspection: Partial<ReportedInspection> = {
    answers: { Height: 1 },
    comments: { Height: { text: 'Measured twice', pictures: ['p'] }, Length: { text: 'As drawn' } },
    conflicts: [
      createConflict('Height', 2.5),
      createConflict('Height', null),
      createConflict('Height', { text: 'Guessed' }, true),
      createConflict('Spans', [{ Length: 1 }]),
      { ...createConflict('Height', 9), itemId: 'other-item' },
    ],
    returns: [
      {
        comment: null,
        fields: [{ field: 'Height', comment: 'In metres' }],
        returnedAt: new Date(),
        userName: 'coordinator',
      },
    ],
  };
  const listNotes = (state: ReportedInspection['state']) =>
    buildContent(fields, { ...inspection, state }).parts.map((part) =>
      part.kind === 'section' ? [] : part.notes.map(({ title, text }) => `${title}: ${text}`),
    );
  const notesOnHeight = [
    'Comment: Measured twice',
    'Conflicting answer by bram: 2.5',
    'Conflicting answer by bram: no answer',
    'Conflicting comment by bram: Guessed',
  ];
  const notesOnSpans = ['Conflicting answer by bram: a different answer', 'Comment (Length): As drawn'];
  assert.deepEqual(listNotes('Closed'), [notesOnHeight, notesOnSpans]);
  assert.deepEqual(listNotes('Active'), [[...notesOnHeight, 'Reviewer: In metres'], notesOnSpans]);
});

test('a report marks a prefilled answer until it changes', () => {
  const fields: Field[] = [
    { name: 'BuiltIn', type: 'integer' },
    { name: 'Name', type: 'text' },
  ];
  const { parts } = buildContent(
    fields,
    { answers: { BuiltIn: 1934, Name: 'x' } },
    { prefilledAnswers: [{ itemId: null, field: 'BuiltIn' }] },
  );
  assert.deepEqual(
    listAnswers(parts).map(({ isFromTask }) => isFromTask),
    [true, false],
  );
});

test('a report supports field names such as constructor', () => {
  const fields: Field[] = [
    { name: 'constructor', type: 'text', label: 'toString' },
    { name: 'valueOf', type: 'text' },
  ];
  const { parts } = buildContent(fields, { answers: { valueOf: 'x' } });
  assert.deepEqual(listOutline(parts), ['toString: –', 'valueOf: x']);
});
