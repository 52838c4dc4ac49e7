import { type Static, Type } from 'typebox';
import { Name } from './name.ts';
import { Nullable } from './nullable.ts';
import { NextPage, pageFields, SearchTextIn } from './page.ts';

/** Limits on the data that a device reports. */
export const deviceLimits = {
  name: 64,
  /** Maximum number of unsent answers, and separately of unsent pictures. */
  unsent: 1_000_000,
} as const;

/** Problem `type` that tells the app to erase its data on the device. */
export const DEVICE_ERASURE_REQUESTED = 'urn:ronda:device-erasure-requested';

const Timestamp = (description: string) => Type.String({ format: 'date-time', description });
const NullableTimestamp = (description: string) =>
  Nullable(Type.String({ format: 'date-time' }), description);

const DeviceName = Name('Display name, such as the browser and the kind of device', {
  maxLength: deviceLimits.name,
  examples: ['Chrome on Android'],
});

const deviceFields = {
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  loginProvider: Nullable(
    Type.String(),
    'Identity provider the user signed in with; null if the user signed in with a password',
  ),
  createdAt: Timestamp('When the device was added'),
  lastSeenAt: Timestamp("The device's last contact, to the minute"),
  expiresAt: Timestamp(
    'When the device will be signed out. Each contact postpones this time, up to 180 days after the sign-in',
  ),
  reportedAt: NullableTimestamp('When the device last reported its unsent data; null if never'),
  unsentAnswers: Type.Integer({
    description: 'Number of answers that existed only on the device at that time',
  }),
  unsentPictures: Type.Integer({
    description: 'Number of pictures, signatures and files that existed only on the device at that time',
  }),
  unsentSince: NullableTimestamp(
    "Time of the oldest unsent change, according to the device's clock; null if everything was sent",
  ),
};

/** A browser in which a user carries out inspections, with or without a network connection. */
export const Device = Type.Object(
  {
    ...deviceFields,
    isCurrent: Type.Boolean({ description: 'Whether this request came from the device' }),
    ipAddress: Type.String({ description: 'IP address the device was added from' }),
    userAgent: Type.String({ description: 'User-Agent header of the browser' }),
  },
  { title: 'Device' },
);
export type Device = Static<typeof Device>;

/** The caller's own devices, most recently seen first. */
export const Devices = Type.Object({ devices: Type.Array(Device) }, { title: 'Devices' });

/** A device as administrators and planners see it, with its user and any requested erasure. */
export const UserDevice = Type.Object(
  {
    ...deviceFields,
    user: Type.Object({
      id: Type.Integer(),
      userName: Type.String(),
      name: Type.String(),
      surname: Type.String(),
    }),
    ipAddress: Nullable(
      Type.String(),
      'IP address the device was added from; null without permission to manage users',
    ),
    userAgent: Nullable(
      Type.String(),
      'User-Agent header of the browser; null without permission to manage users',
    ),
    erasureRequestedAt: NullableTimestamp(
      'When erasure was requested; null if it was not. The device erases its data the next time it connects',
    ),
  },
  { title: 'UserDevice' },
);
export type UserDevice = Static<typeof UserDevice>;

/** A page of devices, sorted by user name. */
export const DevicePage = Type.Object(
  { devices: Type.Array(UserDevice), next: NextPage },
  { title: 'DevicePage' },
);
export type DevicePage = Static<typeof DevicePage>;

const TrueOrFalse = (description: string) =>
  Type.Union([Type.Literal('true'), Type.Literal('false')], { description });

export const DeviceQuery = Type.Object(
  {
    ...pageFields,
    id: Type.Optional(Type.String({ format: 'uuid', description: 'ID of one device' })),
    userId: Type.Optional(
      Type.String({
        pattern: '^\\d{1,15}$',
        description: "The ID of a user; returns only this user's devices",
      }),
    ),
    text: Type.Optional(SearchTextIn('devices', 'name of the device, name of its user')),
    hasUnsentData: Type.Optional(
      TrueOrFalse('If true, returns devices that last reported unsent data; if false, all others'),
    ),
    isErasureRequested: Type.Optional(
      TrueOrFalse('If true, returns devices whose erasure was requested; if false, all others'),
    ),
    silentDays: Type.Optional(
      Type.String({
        pattern: '^([1-9]|[12]\\d|30)$',
        description:
          'A whole number from 1 to 30; returns devices that have had no contact for at least this many days',
      }),
    ),
  },
  { additionalProperties: false },
);
export type DeviceQuery = Static<typeof DeviceQuery>;

/** Request to register a browser as one of the caller's devices. */
export const NewDevice = Type.Object(
  {
    name: DeviceName,
    id: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          "A UUID generated by the app. If it is the ID of one of the caller's existing devices, that device is signed in again",
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

const UnsentCount = (description: string) =>
  Type.Integer({ minimum: 0, maximum: deviceLimits.unsent, description });

/** Data on a device that is not yet on the server. */
export const DeviceReport = Type.Object(
  {
    unsentAnswers: UnsentCount('Number of answers that exist only on the device'),
    unsentPictures: UnsentCount('Number of pictures, signatures and files that exist only on the device'),
    unsentSince: Nullable(
      Type.String(),
      "Time of the oldest unsent change, according to the device's clock; null if everything was sent. A time in the future counts as now",
    ),
  },
  {
    title: 'DeviceReport',
    additionalProperties: false,
    examples: [{ unsentAnswers: 12, unsentPictures: 3, unsentSince: '2026-11-21T08:00:00.000Z' }],
  },
);
export type DeviceReport = Static<typeof DeviceReport>;

export const DeviceParameter = Type.Object({
  id: Type.String({ description: 'ID of a device, or `current`' }),
});

export const DeviceRemovalQuery = Type.Object(
  {
    erase: Type.Optional(
      TrueOrFalse('If true, the device erases its data the next time it connects. Default: false'),
    ),
  },
  { additionalProperties: false },
);
