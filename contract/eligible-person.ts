import { type Static, Type } from 'typebox';
import { CanInspect } from './board.ts';
import { formatNumber } from './format-number.ts';
import { personFields } from './person.ts';

/** Ample: organisations have hundreds of inspectors. */
export const MAX_ELIGIBLE_PEOPLE = 5_000;

const EligiblePerson = Type.Object(
  {
    ...personFields,
    teamIds: Type.Array(Type.String({ format: 'uuid' }), {
      description: 'Teams in which the caller can see tasks and the person can be assigned tasks',
    }),
    canInspect: CanInspect,
  },
  { title: 'EligiblePerson' },
);
export type EligiblePerson = Static<typeof EligiblePerson>;

export const EligiblePeople = Type.Object(
  {
    people: Type.Array(EligiblePerson, {
      description: "Active people who can be assigned the teams' tasks, sorted by user name",
    }),
    isTruncated: Type.Boolean({
      description: `Whether there are more than ${formatNumber(MAX_ELIGIBLE_PEOPLE)} people. Any others are left out`,
    }),
  },
  { title: 'EligiblePeople' },
);
export type EligiblePeople = Static<typeof EligiblePeople>;
