import type { Inspection } from '#contract/inspection.ts';
import type { Field, WorkbookDefinition } from '#contract/workbook-definition.ts';
import type { PreviousInspection } from '#questions/answer-context.ts';
import { EVERY_FIELD } from './every-field.ts';

/** An inspection with its workbook. */
export type Case = {
  definition: WorkbookDefinition;
  serverState: Inspection;
  previousInspections?: Record<string, PreviousInspection>;
};

const EMPTY_ANSWERS = { answers: {}, irrelevantAnswers: {}, comments: {}, failures: [], missing: [] };

const createServerState = (id: string, overrides: Partial<Inspection> = {}): Inspection => ({
  ...{ id, taskId: 'task', externalId: 'WO-2041', title: 'Annual inspection of the Molenbrug' },
  ...{ state: 'Active', workbookId: 'version', definitionId: 'workbook', workbookTitle: 'Bridge' },
  ...{ workbookVersion: '3', teamId: 'team', teamTitle: 'Team Noord', timeZone: 'Europe/Amsterdam' },
  ...{ language: 'nl', userId: 4, userName: 'anna', startedAt: '2026-03-01T08:00:00.000Z' },
  ...{
    endedAt: null,
    canceledAt: null,
    lateFromRevision: null,
    completion: 0,
    approvedAt: null,
    approvedBy: null,
  },
  ...{
    revision: 0,
    ...EMPTY_ANSWERS,
    items: [],
    conflicts: [],
    returns: [],
    omittedReturns: 0,
    followUps: [],
    followUpOf: null,
  },
  ...{ uploads: [], prefill: { filled: [], withoutField: [], unsuitable: [] } },
  ...overrides,
});

const EVERY_FIELD_DEFINITION: WorkbookDefinition = { fields: EVERY_FIELD };

const createFields = (count: number): Field[] =>
  Array.from({ length: count }, (_, number): Field => {
    const name = `Question${number + 1}`;
    const label = `Question ${number + 1}`;
    if (number % 3 === 0) return { name, label, type: 'text', required: number % 30 === 0 };
    if (number % 3 === 1) return { name, label, type: 'decimal', min: 0 };
    const choices = ['pass', 'fail', 'na'].map((value) => ({ value, label: value }));
    return { name, label, type: 'singleChoice', choices, failWhen: '. = "fail"' };
  });

export const createCases = (): Readonly<Record<string, Case>> => ({
  every: {
    definition: EVERY_FIELD_DEFINITION,
    serverState: createServerState('00000000-0000-4000-8000-000000000001'),
    previousInspections: {
      '': {
        answers: { Surface: 'pass', Height: 3.1, Notes: 'Rust at the second joint' },
        completedAt: '2025-02-11T10:00:00.000Z',
        userName: 'bram',
      },
    },
  },
  many: {
    definition: { fields: createFields(500) },
    serverState: createServerState('00000000-0000-4000-8000-000000000002'),
  },
  items: {
    definition: {
      fields: [
        { name: 'Height', label: { en: 'Height', nl: 'Hoogte' }, type: 'decimal', required: true },
        { name: 'IsClean', label: { en: 'Is it clean?', nl: 'Is het schoon?' }, type: 'boolean' },
      ],
    },
    serverState: createServerState('00000000-0000-4000-8000-000000000003', {
      items: ['North abutment', 'South abutment', 'Deck'].map((title, number) => ({
        ...{ itemId: `item-${number}`, externalId: `BR-${number}`, title, ...EMPTY_ANSWERS },
      })),
    }),
  },
  signatures: {
    definition: { fields: [{ name: 'Signature', label: 'Signature', type: 'signature' }] },
    serverState: createServerState('00000000-0000-4000-8000-000000000005', {
      items: ['North abutment', 'South abutment'].map((title, number) => ({
        ...{ itemId: `item-${number}`, externalId: `BR-${number}`, title, ...EMPTY_ANSWERS },
      })),
    }),
  },
  returned: {
    definition: EVERY_FIELD_DEFINITION,
    serverState: createServerState('00000000-0000-4000-8000-000000000004', {
      ...{ revision: 9, completion: 1, answers: { Surface: 'fail', Height: 3.2, Material: 'steel' } },
      comments: { Height: { text: 'Measured twice' } },
      conflicts: [
        {
          ...{ itemId: null, field: 'Height', isComment: false, revision: 9 },
          other: { value: 4, revision: 8, userName: 'bram', device: 'tablet' },
        },
      ],
      returns: [
        {
          ...{ completion: 1, comment: 'Nearly there', returnedAt: '2026-03-02T08:00:00.000Z' },
          ...{ userName: 'pieter', fields: [{ field: 'Surface', comment: 'Which part of the surface?' }] },
        },
      ],
    }),
  },
});
