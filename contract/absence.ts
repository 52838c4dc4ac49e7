import { type Static, Type } from 'typebox';
import { Day } from './day.ts';
import { limits } from './limits.ts';
import { NextPage } from './page.ts';

/** Bounds of absences. */
export const absenceLimits = {
  /** Days that one may last. */
  days: 366,
  /** Absences of one person that are kept. */
  ofPerson: 500,
} as const;

const absenceMembers = {
  from: Day('The first day'),
  to: Day('The last day'),
  reason: Type.Union([Type.String({ maxLength: limits.name }), Type.Null()], {
    description: 'In words that planners of the team and the person read; null for others',
  }),
};

/** Whole days on which somebody does not work. */
export const Absence = Type.Object(
  { id: Type.String({ format: 'uuid' }), ...absenceMembers },
  { title: 'Absence' },
);
export type Absence = Static<typeof Absence>;

/** The absences of one person, the latest first. */
export const AbsencePage = Type.Object(
  { absences: Type.Array(Absence), next: NextPage },
  { title: 'AbsencePage' },
);

export const NewAbsence = Type.Object(
  { from: absenceMembers.from, to: absenceMembers.to, reason: Type.Optional(absenceMembers.reason) },
  {
    title: 'NewAbsence',
    additionalProperties: false,
    examples: [{ from: '2026-12-21', to: '2027-01-01', reason: 'Holidays' }],
  },
);
export type NewAbsence = Static<typeof NewAbsence>;

/** Names an absence in the path of a request. */
export const AbsenceParameters = Type.Object({
  id: Type.String({ description: 'Number of the user' }),
  absenceId: Type.String(),
});
export type AbsenceParameters = Static<typeof AbsenceParameters>;
