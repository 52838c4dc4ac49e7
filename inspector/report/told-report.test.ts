import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Inspection } from '#contract/inspection.ts';
import type { Work } from '#contract/work.ts';
import type { Field } from '#contract/workbook-definition.ts';
import type { Command, KeptInspection, KeptPicture } from '#inspector/store/kept.ts';
import type { SaidAnswer } from '#report/said-parts.ts';
import type { KeptReport } from './facts-on-device.ts';
import { toldReport } from './told-report.ts';

const FIELDS: Field[] = [
  { name: 'Height', type: 'decimal', required: true, failWhen: '. > 4', followUp: { workbook: 'Repair' } },
  { name: 'Twice', type: 'calculated', calculation: '${Height} * 2', label: 'Twice that' },
  { name: 'Pictures', type: 'photo' },
  {
    ...{ name: 'Defects', type: 'repeat' },
    fields: [
      {
        name: 'Grave',
        type: 'boolean',
        failWhen: '. = true()',
        followUp: { workbook: 'Look', dueInDays: 1 },
      },
    ],
  },
];

const kept = (inspection: Partial<KeptInspection>, more: Partial<KeptReport> = {}): KeptReport => ({
  inspection: {
    ...{ id: 'i', taskId: null, externalId: null, title: 'The bridge', versionId: 'v' },
    ...{ workbookTitle: 'Bridge', teamId: 't', teamTitle: 'North', timeZone: 'Europe/Amsterdam' },
    ...{ language: 'nl', startedAt: '2026-07-01T08:00:00.000Z', items: [], reading: null },
    ...{ sets: {}, keptRevision: 0, finishedAt: null, place: null },
    ...inspection,
  },
  version: { version: '1.0.0', fields: FIELDS } as unknown as KeptReport['version'],
  work: undefined,
  commands: [],
  pictures: [],
  ...more,
});

const owner = { deviceId: 'd', tenancyName: 'default', id: 7, userName: 'anna', teamIds: [] };

const tell = (report: KeptReport, now = '2026-07-01T22:30:00.000Z') =>
  toldReport(report, {
    ...{ owner: { ...owner, name: 'Anna', surname: 'de Vries' }, language: 'en', now: Date.parse(now) },
  });

const saying = (answers: KeptInspection['sets'][string]['answers']) => ({
  sets: { '': { answers, remarks: {} } },
});

test('what is under way is a draft that says how much is missing, and by whom it is', () => {
  const { standing, front, sets } = tell(kept(saying({ Defects: [{}] })));
  assert.deepEqual(
    [standing?.kind, standing?.lines],
    [
      'draft',
      ['This inspection is not complete; its answers may still change. One question still needs an answer.'],
    ],
  );
  assert.deepEqual(front.find(({ name }) => name === 'Inspector')?.value, 'Anna de Vries');
  assert.equal((sets[0]!.parts[0] as SaidAnswer).text, '');
});

test('answers are judged on the device: what is calculated, what failed, and a task for each failed question', () => {
  const { sets, drafts } = tell(
    kept(saying({ Height: 4.5, Defects: [{ Grave: true }, { Grave: false }, { Grave: true }] })),
  );
  const [{ parts, failed }] = sets as [(typeof sets)[number]];
  assert.deepEqual(
    parts.slice(0, 2).map((part) => (part as SaidAnswer).text),
    ['4.5', '9'],
  );
  assert.deepEqual(
    failed.map(({ within, answer }) => [...within, answer.label]),
    [['Height'], ['Defects 1', 'Grave'], ['Defects 3', 'Grave']],
  );
  // Half past midnight in Amsterdam: the day after is the third.
  assert.deepEqual(drafts, [
    { itemId: null, field: 'Height', workbook: 'Repair', team: 'North', due: null },
    { itemId: null, field: 'Grave', workbook: 'Look', team: 'North', due: '2026-07-03' },
  ]);
});

test('what was finished here is no draft, also while the server has not heard of it', () => {
  const { standing, facts } = tell(
    kept({ ...saying({ Height: 3 }), finishedAt: '2026-07-01T09:00:00.000Z' }),
  );
  assert.equal(standing, undefined);
  assert.deepEqual(facts.inspection.endedAt, new Date('2026-07-01T09:00:00.000Z'));
});

const reading = (differences: Partial<Inspection>): Inspection =>
  ({
    ...{ state: 'Active', userId: 7, userName: 'anna', revision: 5, lateFrom: null, canceledAt: null },
    ...{ approvedAt: null, approvedBy: null, conflicts: [], returns: [], followUps: [], uploads: [] },
    ...differences,
  }) as unknown as Inspection;

test('of each item it says what was said of that, with its address, and who else said something else', () => {
  const bridge = { id: 'b', externalId: 'BR-1', title: 'Bridge' };
  const lock = { id: 'l', externalId: 'LK-1', title: 'Lock' };
  const other = { value: 2, revision: 4, userName: 'bram', device: 'tablet' };
  const conflict = { itemId: 'l', field: 'Height', isRemark: false, revision: 5, other };
  const report = kept(
    {
      items: [bridge, lock],
      sets: {
        b: { answers: { Height: 5 }, remarks: { Height: { text: 'Measured twice' } } },
        l: { answers: { Height: 3 }, remarks: {} },
      },
      reading: reading({ conflicts: [conflict] }),
    },
    {
      work: {
        task: { description: null, startDate: null, dueDate: null, items: [{ id: 'b', address: 'Dam 1' }] },
      } as unknown as Work,
    },
  );
  const notesOf = (place: number, { sets } = tell(report)) => (sets[place]!.parts[0] as SaidAnswer).notes;
  assert.deepEqual(
    tell(report).sets.map(({ heading }) => heading?.title),
    ['Bridge', 'Lock'],
  );
  assert.deepEqual(tell(report).facts.addresses, { b: 'Dam 1' });
  assert.deepEqual(notesOf(0), [{ by: 'Remark', text: 'Measured twice' }]);
  assert.deepEqual(notesOf(1), [{ by: 'Also answered by bram', text: '2' }]);
  // It ends with an answer that knew both, before the server has heard it.
  const act = { kind: 'answer', itemId: 'l', field: 'Height', isRemark: false, value: 3, baseRevision: 5 };
  const commands = [{ number: 1, act: { ...act, givenAt: '' } } as Command];
  assert.deepEqual(notesOf(1, tell({ ...report, commands })), []);
});

test('pictures have their numbers in the order in which they are shown, and what the server knows of them', () => {
  const [p1, p2, p3] = [1, 2, 3].map((each) => `0192f0c1-2b7a-7c3e-9f64-5b0d9a1e7c4${each}`) as [
    string,
    string,
    string,
  ];
  const picture = (id: string) =>
    ({ id, name: `${id}.jpg`, type: 'image/jpeg', size: 9 }) as unknown as KeptPicture;
  const sets = {
    '': {
      answers: { Height: 1, Pictures: [p2, p3] },
      remarks: { Height: { pictures: [p1] } },
    },
  };
  const uploads = [
    {
      ...{ id: p2, filename: 'bridge.jpg', storedSize: 8, contentType: 'image/jpeg' },
      ...{ takenAt: '2026-07-01T10:00:00', position: null },
    },
  ] as unknown as Inspection['uploads'];
  const told = tell(kept({ sets, reading: reading({ uploads }) }, { pictures: [p1, p2, p3].map(picture) }));
  assert.deepEqual(
    [...told.numbers],
    [
      [p1, 1],
      [p2, 2],
      [p3, 3],
    ],
  );
  assert.deepEqual(
    [told.facts.uploads[p2]?.takenAt, told.facts.uploads[p3]?.takenAt],
    ['2026-07-01T10:00:00', null],
  );
});

test('once it is complete there the tasks are those that the server made', () => {
  const followUps = [{ itemId: null, field: 'Height', taskId: 't', externalId: 'R-1', obstacle: null }];
  const { drafts, facts } = tell(
    kept({
      ...saying({ Height: 9 }),
      finishedAt: '2026-07-01T09:00:00.000Z',
      reading: reading({ state: 'Closed', followUps }),
    }),
  );
  assert.deepEqual([drafts, facts.inspection.followUps], [[], followUps]);
});

test('where answers are more than can be judged, that is told, and the rest is there', () => {
  const fields = [
    { name: 'Text', type: 'longText' },
    ...Array.from({ length: 100 }, (_, at) => ({
      ...{ name: `F${at}`, type: 'calculated', calculation: "regex(${Text}, '(x*x*x*x*){500}y')" },
    })),
  ];
  const version = { version: '1.0.0', fields } as unknown as KeptReport['version'];
  const { isTooMuch, sets, front } = tell(kept(saying({ Text: 'x'.repeat(32_768) }), { version }));
  assert.deepEqual([isTooMuch, sets.length, front[0]!.value], [true, 0, 'Bridge 1.0.0']);
});
