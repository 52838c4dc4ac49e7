import { type Static, Type } from 'typebox';
import { Day } from './day.ts';
import { limits } from './limits.ts';
import { Nullable } from './nullable.ts';
import { NextPage } from './page.ts';

export const absenceLimits = {
  /** Days per absence. */
  days: 366,
  perPerson: 500,
} as const;

const absenceFields = {
  from: Day('The first day of the absence'),
  to: Day('The last day of the absence, inclusive'),
  reason: Nullable(
    Type.String({ maxLength: limits.name }),
    'Free text. Visible only to the person, planners of the team and users with Users.Manage; null for everyone else',
  ),
};

export const Absence = Type.Object(
  { id: Type.String({ format: 'uuid' }), ...absenceFields },
  { title: 'Absence' },
);
export type Absence = Static<typeof Absence>;

/** Newest first. */
export const AbsencePage = Type.Object(
  { absences: Type.Array(Absence), next: NextPage },
  { title: 'AbsencePage' },
);

export const NewAbsence = Type.Object(
  { from: absenceFields.from, to: absenceFields.to, reason: Type.Optional(absenceFields.reason) },
  {
    title: 'NewAbsence',
    additionalProperties: false,
    examples: [{ from: '2026-12-21', to: '2027-01-01', reason: 'Holidays' }],
  },
);
export type NewAbsence = Static<typeof NewAbsence>;

export const AbsenceParameters = Type.Object({
  id: Type.String({ description: 'ID of the user' }),
  absenceId: Type.String(),
});
