import { type Call, get, post, put, remove } from './call.ts';

const DEVICES = '/api/v1/devices';
const MINE = '/api/v1/me/devices';

/** Devices: one's own, and those of others. */
export const deviceCalls: readonly Call[] = [
  {
    operation: 'listDevices',
    needs: 'Tasks.Manage',
    or: 'Users.Manage',
    request: () => get(DEVICES),
    also: [
      ({ memberId }) => get(`${DEVICES}?userId=${memberId}`),
      ({ deviceId }) => get(`${DEVICES}?id=${deviceId}`),
    ],
    answer: 200,
  },
  {
    operation: 'revokeDevice',
    needs: 'Users.Manage',
    request: ({ deviceId }) => remove(`${DEVICES}/${deviceId}?erase=true`),
    answer: 204,
    elsewhere: 404,
  },
  {
    operation: 'listMyDevices',
    needs: 'signed-in',
    request: () => get(MINE),
    answer: 200,
    opensToDevices: true,
  },
  {
    operation: 'addDevice',
    needs: 'signed-in',
    request: () => post(MINE, { name: 'Chrome on Android' }),
    also: [({ deviceId }) => post(MINE, { name: 'Chrome on Android', id: deviceId })],
    // By the session of a browser only.
    answer: 403,
  },
  {
    operation: 'endMyDevice',
    needs: 'signed-in',
    request: ({ deviceId }) => remove(`${MINE}/${deviceId}`),
    // It is the inspector's.
    answer: 404,
    but: { Inspector: 204 },
    opensToDevices: true,
  },
  {
    operation: 'reportUnsent',
    needs: 'signed-in',
    request: () => put(`${MINE}/current/report`, { unsentAnswers: 1, unsentPictures: 0, unsentSince: null }),
    // By a device only.
    answer: 403,
    opensToDevices: true,
  },
  {
    operation: 'confirmErasure',
    needs: 'anonymous',
    request: () => post(`${MINE}/current/erased`),
    // From another page than the app's.
    answer: 403,
  },
];
