import { type Static, Type } from 'typebox';
import { Name } from './name.ts';
import { NextPage, pageMembers, SearchTextIn } from './page.ts';

/** Bounds of what a device says of itself. */
export const deviceLimits = {
  name: 64,
  /** Answers, or pictures, that it has not sent. */
  unsent: 1_000_000,
} as const;

/** The `type` of the problem by which an app knows that it is to erase what is on its device. */
export const DEVICE_TO_BE_ERASED = 'urn:ronda:device-to-be-erased';

const Moment = (description: string) => Type.String({ format: 'date-time', description });
const MomentOrNull = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description });

const DeviceName = Name('What people recognise it by, such as the browser and the kind of device', {
  maxLength: deviceLimits.name,
  examples: ['Chrome on Android'],
});

const deviceMembers = {
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  loginProvider: Type.Union([Type.String(), Type.Null()], {
    description: 'The identity provider by which its person signed in; null: by password',
  }),
  createdAt: Moment('When it was added'),
  lastSeenAt: Moment('Its last contact, to the minute'),
  expiresAt: Moment('It ends then; with each contact later, up to half a year after it was signed in'),
  reportedAt: MomentOrNull('When it last told what it has not sent; null: never'),
  unsentAnswers: Type.Integer({ description: 'Answers that only it had then' }),
  unsentPictures: Type.Integer({ description: 'Pictures, signatures and files that only it had then' }),
  unsentSince: MomentOrNull('Since when, by its own clock; null: all was sent'),
};

/** A browser in which its person works, with or without a network. */
export const Device = Type.Object(
  {
    ...deviceMembers,
    isCurrent: Type.Boolean({ description: 'The one by which this was asked' }),
    address: Type.String({ description: 'The IP address where it was added' }),
    agent: Type.String({ description: 'What its browser said it was (User-Agent)' }),
  },
  { title: 'Device' },
);
export type Device = Static<typeof Device>;

/** One's own, the one in contact last first. */
export const Devices = Type.Object({ devices: Type.Array(Device) }, { title: 'Devices' });

/** A device as others see it: with its person, and whether it is to erase itself. */
export const DeviceOfPerson = Type.Object(
  {
    ...deviceMembers,
    user: Type.Object({
      id: Type.Integer(),
      userName: Type.String(),
      name: Type.String(),
      surname: Type.String(),
    }),
    address: Type.Union([Type.String(), Type.Null()], {
      description: 'The IP address where it was added; null for who does not manage users',
    }),
    agent: Type.Union([Type.String(), Type.Null()], {
      description: 'What its browser said it was; null for who does not manage users',
    }),
    erasureWantedAt: MomentOrNull(
      'Since when it is told at its next contact to erase what is on it; null: it is not',
    ),
  },
  { title: 'DeviceOfPerson' },
);
export type DeviceOfPerson = Static<typeof DeviceOfPerson>;

/** In the order of user names. */
export const DevicePage = Type.Object(
  { devices: Type.Array(DeviceOfPerson), next: NextPage },
  { title: 'DevicePage' },
);

const YesOrNo = (description: string) =>
  Type.Union([Type.Literal('true'), Type.Literal('false')], { description });

export const DeviceQuery = Type.Object(
  {
    ...pageMembers,
    id: Type.Optional(Type.String({ format: 'uuid', description: 'That one alone' })),
    userId: Type.Optional(Type.String({ pattern: '^\\d{1,15}$', description: 'the id of a user: its own' })),
    text: Type.Optional(SearchTextIn('its name and the names of its person')),
    isUnsent: Type.Optional(YesOrNo('Whether it told last that it has something to send')),
    isToBeErased: Type.Optional(YesOrNo('Whether it is to erase what is on it')),
    silentDays: Type.Optional(
      Type.String({
        pattern: '^([1-9]|[12]\\d|30)$',
        description: 'a whole number from 1 to 30: not in contact for so many days',
      }),
    ),
  },
  { additionalProperties: false },
);
export type DeviceQuery = Static<typeof DeviceQuery>;

/** A browser that becomes a device of the caller. */
export const NewDevice = Type.Object(
  {
    name: DeviceName,
    id: Type.Optional(
      Type.String({
        format: 'uuid',
        description: "Chosen by the app: that of a device of the caller's, which signs in anew; or a new one",
      }),
    ),
  },
  {
    title: 'NewDevice',
    additionalProperties: false,
    examples: [{ name: 'Chrome on Android', id: '0192f0c1-2b7a-7c3e-9f64-5b0d9a1e7c42' }],
  },
);
export type NewDevice = Static<typeof NewDevice>;

const Unsent = (what: string) =>
  Type.Integer({ minimum: 0, maximum: deviceLimits.unsent, description: what });

/** What a device has that the server has not. */
export const DeviceReport = Type.Object(
  {
    unsentAnswers: Unsent('Answers that only the device has'),
    unsentPictures: Unsent('Pictures, signatures and files that only the device has'),
    unsentSince: Type.Union([Type.String(), Type.Null()], {
      description:
        'An instant by its clock: since when the oldest of them waits; null: all was sent. One in the future is taken for now',
    }),
  },
  {
    title: 'DeviceReport',
    additionalProperties: false,
    examples: [{ unsentAnswers: 12, unsentPictures: 3, unsentSince: '2026-11-21T08:00:00.000Z' }],
  },
);
export type DeviceReport = Static<typeof DeviceReport>;

export const DeviceParameter = Type.Object({
  id: Type.String({ description: 'The id of a device, or `current`' }),
});
export type DeviceParameter = Static<typeof DeviceParameter>;

export const DeviceEnd = Type.Object(
  {
    erase: Type.Optional(
      Type.Union([Type.Literal('true'), Type.Literal('false')], {
        description: 'true: it is told at its next contact to erase what is on it; false when absent',
      }),
    ),
  },
  { additionalProperties: false },
);
export type DeviceEnd = Static<typeof DeviceEnd>;
