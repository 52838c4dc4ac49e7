import { type Static, Type } from 'typebox';
import { Revision } from './content-type.ts';

/** A time of day; 24:00 is the end of one. */
const TimeOfDay = (description: string) =>
  Type.String({ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$', description, examples: ['08:00'] });

const workdayMembers = {
  startsAt: TimeOfDay("When work begins, by the clock of the person's team"),
  endsAt: TimeOfDay('When it ends'),
  minutes: Type.Integer({
    minimum: 0,
    maximum: 1_440,
    description: 'Worked between the two: less than lies between them by its breaks. 0: a day off',
  }),
};

/** The week of one person, Monday first. */
export const WorkingHours = Type.Object(
  {
    days: Type.Array(Type.Object(workdayMembers), {
      minItems: 7,
      maxItems: 7,
      description: 'Monday to Sunday',
    }),
    isDefault: Type.Boolean({ description: 'Nobody has said anything of this person' }),
    revision: Revision,
  },
  { title: 'WorkingHours' },
);
export type WorkingHours = Static<typeof WorkingHours>;

const WorkdayDraft = Type.Object(
  {
    startsAt: workdayMembers.startsAt,
    endsAt: Type.Optional(TimeOfDay('Absent: after the minutes, without a break')),
    minutes: workdayMembers.minutes,
  },
  { additionalProperties: false },
);
export type WorkdayDraft = Static<typeof WorkdayDraft>;

const OFFICE_DAY = { startsAt: '08:00', endsAt: '16:30', minutes: 480 };
const DAY_OFF = { startsAt: '08:00', minutes: 0 };

export const WorkingHoursDraft = Type.Object(
  {
    days: Type.Array(WorkdayDraft, { minItems: 7, maxItems: 7, description: 'Monday to Sunday, all seven' }),
  },
  {
    title: 'WorkingHoursDraft',
    additionalProperties: false,
    examples: [{ days: [...Array(4).fill(OFFICE_DAY), ...Array(3).fill(DAY_OFF)] }],
  },
);
export type WorkingHoursDraft = Static<typeof WorkingHoursDraft>;
