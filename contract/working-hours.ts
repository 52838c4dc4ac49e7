import { type Static, type TSchema, Type } from 'typebox';
import { Revision } from './content-type.ts';

const TimeOfDay = (description: string) =>
  Type.String({ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$', description, examples: ['08:00'] });

const Days = <Workday extends TSchema>(workday: Workday) =>
  Type.Array(workday, { minItems: 7, maxItems: 7, description: 'One entry per day, from Monday to Sunday' });

const workdayFields = {
  startsAt: TimeOfDay("The start of the working day in the time zone of the person's team"),
  endsAt: TimeOfDay('The end of the working day'),
  minutes: Type.Integer({
    minimum: 0,
    maximum: 1_440,
    description: 'Working minutes, not counting breaks; 0 for a day off',
  }),
};

export const WorkingHours = Type.Object(
  {
    days: Days(Type.Object(workdayFields)),
    isDefault: Type.Boolean({
      description: 'Whether these are the default hours, because none were set for the person',
    }),
    revision: Revision,
  },
  { title: 'WorkingHours' },
);
export type WorkingHours = Static<typeof WorkingHours>;

const WorkdayInput = Type.Object(
  {
    startsAt: workdayFields.startsAt,
    endsAt: Type.Optional(
      TimeOfDay('The end of the working day. Default: `startsAt` plus `minutes`, without breaks'),
    ),
    minutes: workdayFields.minutes,
  },
  { additionalProperties: false },
);
export type WorkdayInput = Static<typeof WorkdayInput>;

const OFFICE_DAY = { startsAt: '08:00', endsAt: '16:30', minutes: 480 };
const DAY_OFF = { startsAt: '08:00', minutes: 0 };

export const WorkingHoursInput = Type.Object(
  { days: Days(WorkdayInput) },
  {
    title: 'WorkingHoursInput',
    additionalProperties: false,
    examples: [{ days: [...Array(4).fill(OFFICE_DAY), ...Array(3).fill(DAY_OFF)] }],
  },
);
export type WorkingHoursInput = Static<typeof WorkingHoursInput>;
