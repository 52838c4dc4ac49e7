import type { Field } from '#contract/workbook-definition.ts';
import type { ReportedInspection, ReportFacts } from '#service/reports/document/report-facts.ts';

/** Everything a report says of a completed inspection of these fields; say only what the test is about. */
export const reportFacts = (
  fields: Field[],
  inspection: Partial<ReportedInspection> = {},
  facts: Partial<ReportFacts> = {},
): ReportFacts => ({
  inspection: {
    externalId: 'WO-1',
    title: 'Inspect the railing',
    state: 'Closed',
    workbookTitle: 'Railing check',
    workbookVersion: '1.0.0',
    teamTitle: 'Bridges',
    timeZone: 'Europe/Amsterdam',
    startedAt: new Date('2026-07-01T08:00:00Z'),
    endedAt: new Date('2026-07-01T09:30:00Z'),
    canceledAt: null,
    lateFrom: null,
    approvedAt: null,
    revision: 7,
    answers: {},
    remarks: {},
    failures: [],
    missing: [],
    items: [],
    conflicts: [],
    returns: [],
    followUps: [],
    ...inspection,
  },
  fields,
  task: { description: null, startDate: null, dueDate: null },
  people: { inspector: 'Anna de Vries', completedBy: 'Anna de Vries', approvedBy: null },
  addresses: {},
  uploads: {},
  fromTask: [],
  language: 'en',
  labelLanguage: 'en',
  madeAt: new Date('2026-07-02T12:00:00Z'),
  ...facts,
});
