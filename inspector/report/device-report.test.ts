import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Inspection } from '#contract/inspection.ts';
import type { Work } from '#contract/work.ts';
import type { Field } from '#contract/workbook-definition.ts';
import { createTranslator } from '#i18n/translator.ts';
import type { LocalInspection, LocalPicture, OutboxEntry } from '#inspector/store/local-data.ts';
import type { ReportAnswer } from '#report/item-content.ts';
import en from '#report/messages/en/report.json' with { type: 'json' };
import { buildReport } from './device-report.ts';
import type { ReportSource } from './report-data-on-device.ts';

const t = createTranslator('en', en);

const FIELDS: Field[] = [
  { name: 'Height', type: 'decimal', required: true, failWhen: '. > 4', followUp: { workbook: 'Repair' } },
  { name: 'Twice', type: 'calculated', calculation: '${Height} * 2', label: 'Twice that' },
  { name: 'Pictures', type: 'photo' },
  {
    ...{ name: 'Defects', type: 'repeat' },
    fields: [
      {
        name: 'Severe',
        type: 'boolean',
        failWhen: '. = true()',
        followUp: { workbook: 'Look', dueInDays: 1 },
      },
    ],
  },
];

const createSource = (
  inspection: Partial<LocalInspection>,
  overrides: Partial<ReportSource> = {},
): ReportSource => ({
  inspection: {
    ...{ id: 'i', taskId: null, externalId: null, title: 'The bridge', versionId: 'v' },
    ...{ workbookTitle: 'Bridge', teamId: 't', teamTitle: 'North', timeZone: 'Europe/Amsterdam' },
    ...{ language: 'nl', startedAt: '2026-07-01T08:00:00.000Z', items: [], serverState: null },
    ...createSets({}),
    ...{ acknowledgedRevision: 0, completedAt: null, formPosition: null },
    ...inspection,
  },
  version: { version: '1.0.0', fields: FIELDS } as unknown as ReportSource['version'],
  work: undefined,
  outboxEntries: [],
  pictures: [],
  ...overrides,
});

const owner = { deviceId: 'd', tenancyName: 'default', id: 7, userName: 'anna', teamIds: [] };

const buildReportFrom = (report: ReportSource, now = '2026-07-01T22:30:00.000Z') =>
  buildReport(report, {
    ...{ owner: { ...owner, name: 'Anna', surname: 'de Vries' }, language: 'en', now: Date.parse(now), t },
  });

const createSets = (answers: LocalInspection['sets'][string]['answers']) => ({
  sets: { '': { answers, comments: {} } },
});

test('an active inspection is a draft that shows the number of missing answers and the inspector', () => {
  const { status, front, sets } = buildReportFrom(createSource(createSets({ Defects: [{}] })));
  assert.deepEqual(
    [status?.kind, status?.lines],
    [
      'draft',
      ['This inspection is not complete. Answers may still change. One question still needs an answer.'],
    ],
  );
  assert.deepEqual(front.find(({ name }) => name === 'Inspector')?.value, 'Anna de Vries');
  assert.equal((sets[0]!.parts[0] as ReportAnswer).text, '');
});

test('the device calculates values, finds failed answers and announces one follow-up task for each', () => {
  const { sets, expectedFollowUps } = buildReportFrom(
    createSource(
      createSets({ Height: 4.5, Defects: [{ Severe: true }, { Severe: false }, { Severe: true }] }),
    ),
  );
  const [{ parts, failedAnswers }] = sets as [(typeof sets)[number]];
  assert.deepEqual(
    parts.slice(0, 2).map((part) => (part as ReportAnswer).text),
    ['4.5', '9'],
  );
  assert.deepEqual(
    failedAnswers.map(({ instanceTitles, answer }) => [...instanceTitles, answer.label]),
    [['Height'], ['Defects 1', 'Severe'], ['Defects 3', 'Severe']],
  );
  // It is half past midnight in Amsterdam, so tomorrow is the third.
  assert.deepEqual(expectedFollowUps, [
    { itemId: null, field: 'Height', workbook: 'Repair', team: 'North', due: null },
    { itemId: null, field: 'Severe', workbook: 'Look', team: 'North', due: '2026-07-03' },
  ]);
});

test('an inspection completed on the device is not a draft, even before it is sent', () => {
  const { status, data } = buildReportFrom(
    createSource({ ...createSets({ Height: 3 }), completedAt: '2026-07-01T09:00:00.000Z' }),
  );
  assert.equal(status, undefined);
  assert.deepEqual(data.inspection.endedAt, new Date('2026-07-01T09:00:00.000Z'));
});

const createServerState = (overrides: Partial<Inspection>): Inspection =>
  ({
    ...{
      state: 'Active',
      userId: 7,
      userName: 'anna',
      revision: 5,
      lateFromRevision: null,
      canceledAt: null,
    },
    ...{ approvedAt: null, approvedBy: null, conflicts: [], returns: [], followUps: [], uploads: [] },
    ...overrides,
  }) as unknown as Inspection;

test('each item has its own answers, address, comments and conflicts', () => {
  const bridge = { id: 'b', externalId: 'BR-1', title: 'Bridge' };
  const lock = { id: 'l', externalId: 'LK-1', title: 'Lock' };
  const other = { value: 2, revision: 4, userName: 'bram', device: 'tablet' };
  const conflict = { itemId: 'l', field: 'Height', isComment: false, revision: 5, other };
  const report = createSource(
    {
      items: [bridge, lock],
      sets: {
        b: { answers: { Height: 5 }, comments: { Height: { text: 'Measured twice' } } },
        l: { answers: { Height: 3 }, comments: {} },
      },
      serverState: createServerState({ conflicts: [conflict] }),
    },
    {
      work: {
        task: { description: null, startDate: null, dueDate: null, items: [{ id: 'b', address: 'Dam 1' }] },
      } as unknown as Work,
    },
  );
  const readNotes = (index: number, { sets } = buildReportFrom(report)) =>
    (sets[index]!.parts[0] as ReportAnswer).notes;
  assert.deepEqual(
    buildReportFrom(report).sets.map(({ heading }) => heading?.title),
    ['Bridge', 'Lock'],
  );
  assert.deepEqual(buildReportFrom(report).data.addresses, { b: 'Dam 1' });
  assert.deepEqual(readNotes(0), [{ title: 'Comment', text: 'Measured twice' }]);
  assert.deepEqual(readNotes(1), [{ title: 'Conflicting answer by bram', text: '2' }]);
  // An answer by someone who has seen both answers resolves the conflict, even before it is sent.
  const action = {
    kind: 'answer',
    itemId: 'l',
    field: 'Height',
    isComment: false,
    value: 3,
    baseRevision: 5,
  };
  const outboxEntries = [{ number: 1, action: { ...action, givenAt: '' } } as OutboxEntry];
  assert.deepEqual(readNotes(1, buildReportFrom({ ...report, outboxEntries })), []);
});

test('pictures are numbered in report order, with the metadata from the server', () => {
  const [p1, p2, p3] = [1, 2, 3].map((digit) => `0192f0c1-2b7a-7c3e-9f64-5b0d9a1e7c4${digit}`) as [
    string,
    string,
    string,
  ];
  const createPicture = (id: string) =>
    ({ id, name: `${id}.jpg`, type: 'image/jpeg', size: 9 }) as unknown as LocalPicture;
  const sets = {
    '': {
      answers: { Height: 1, Pictures: [p2, p3] },
      comments: { Height: { pictures: [p1] } },
    },
  };
  const uploads = [
    {
      ...{ id: p2, filename: 'bridge.jpg', storedSize: 8, contentType: 'image/jpeg' },
      ...{ takenAt: '2026-07-01T10:00:00', position: null },
    },
  ] as unknown as Inspection['uploads'];
  const report = buildReportFrom(
    createSource(
      { sets, serverState: createServerState({ uploads }) },
      { pictures: [p1, p2, p3].map(createPicture) },
    ),
  );
  assert.deepEqual(
    [...report.pictureNumbers],
    [
      [p1, 1],
      [p2, 2],
      [p3, 3],
    ],
  );
  assert.deepEqual(
    [report.data.uploads[p2]?.takenAt, report.data.uploads[p3]?.takenAt],
    ['2026-07-01T10:00:00', null],
  );
});

test('after completion, the follow-up tasks from the server are shown', () => {
  const followUps = [{ itemId: null, field: 'Height', taskId: 't', externalId: 'R-1', error: null }];
  const { expectedFollowUps, data } = buildReportFrom(
    createSource({
      ...createSets({ Height: 9 }),
      completedAt: '2026-07-01T09:00:00.000Z',
      serverState: createServerState({ state: 'Closed', followUps }),
    }),
  );
  assert.deepEqual([expectedFollowUps, data.inspection.followUps], [[], followUps]);
});

test('if answers take too long to evaluate, the report still contains everything else', () => {
  const fields = [
    { name: 'Text', type: 'longText' },
    ...Array.from({ length: 100 }, (_, index) => ({
      ...{ name: `F${index}`, type: 'calculated', calculation: "regex(${Text}, '(x*x*x*x*){500}y')" },
    })),
  ];
  const version = { version: '1.0.0', fields } as unknown as ReportSource['version'];
  const { exceedsLimits, sets, front } = buildReportFrom(
    createSource(createSets({ Text: 'x'.repeat(32_768) }), { version }),
  );
  assert.deepEqual([exceedsLimits, sets.length, front[0]!.value], [true, 0, 'Bridge 1.0.0']);
});
