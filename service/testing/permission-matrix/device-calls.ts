import { type Call, get, post, put, remove } from './call.ts';

const DEVICES = '/api/v1/devices';
const MINE = '/api/v1/me/devices';

/** Calls about one's own devices and those of others. */
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
    response: 200,
  },
  {
    operation: 'revokeDevice',
    needs: 'Users.Manage',
    request: ({ deviceId }) => remove(`${DEVICES}/${deviceId}?erase=true`),
    response: 204,
    otherTenant: 404,
  },
  {
    operation: 'listMyDevices',
    needs: 'signed-in',
    request: () => get(MINE),
    response: 200,
    isOpenToDevices: true,
  },
  {
    operation: 'addDevice',
    needs: 'signed-in',
    request: () => post(MINE, { name: 'Chrome on Android' }),
    also: [({ deviceId }) => post(MINE, { name: 'Chrome on Android', id: deviceId })],
    // Only with a browser session.
    response: 403,
  },
  {
    operation: 'endMyDevice',
    needs: 'signed-in',
    request: ({ deviceId }) => remove(`${MINE}/${deviceId}`),
    // The session belongs to the inspector.
    response: 404,
    but: { Inspector: 204 },
    isOpenToDevices: true,
  },
  {
    operation: 'reportUnsent',
    needs: 'signed-in',
    request: () => put(`${MINE}/current/report`, { unsentAnswers: 1, unsentPictures: 0, unsentSince: null }),
    // Only from a device.
    response: 403,
    isOpenToDevices: true,
  },
  {
    operation: 'confirmErasure',
    needs: 'anonymous',
    request: () => post(`${MINE}/current/erased`),
    // The request does not come from a page of the app.
    response: 403,
  },
];
