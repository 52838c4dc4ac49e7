import { type Call, get, post, put, remove } from './call.ts';

const DEVICES = '/api/v1/devices';
const MY_DEVICES = '/api/v1/me/devices';

/** Calls about the caller's own devices and those of other users. */
export const deviceCalls: readonly Call[] = [
  {
    operation: 'listDevices',
    access: 'Tasks.Manage',
    alternativePermission: 'Users.Manage',
    request: () => get(DEVICES),
    variants: [
      ({ memberId }) => get(`${DEVICES}?userId=${memberId}`),
      ({ deviceId }) => get(`${DEVICES}?id=${deviceId}`),
    ],
    response: 200,
  },
  {
    operation: 'revokeDevice',
    access: 'Users.Manage',
    request: ({ deviceId }) => remove(`${DEVICES}/${deviceId}?erase=true`),
    response: 204,
    otherTenant: 404,
  },
  {
    operation: 'listMyDevices',
    access: 'signed-in',
    request: () => get(MY_DEVICES),
    response: 200,
    isOpenToDevices: true,
  },
  {
    operation: 'addDevice',
    access: 'signed-in',
    request: () => post(MY_DEVICES, { name: 'Chrome, Android' }),
    variants: [({ deviceId }) => post(MY_DEVICES, { name: 'Chrome, Android', id: deviceId })],
    // Requires a browser session.
    response: 403,
  },
  {
    operation: 'endMyDevice',
    access: 'signed-in',
    request: ({ deviceId }) => remove(`${MY_DEVICES}/${deviceId}`),
    // The session belongs to the inspector.
    response: 404,
    exceptions: { Inspector: 204 },
    isOpenToDevices: true,
  },
  {
    operation: 'reportUnsent',
    access: 'signed-in',
    request: () =>
      put(`${MY_DEVICES}/current/report`, { unsentAnswers: 1, unsentPictures: 0, unsentSince: null }),
    // Requires a device.
    response: 403,
    isOpenToDevices: true,
  },
  {
    operation: 'confirmErasure',
    access: 'anonymous',
    request: () => post(`${MY_DEVICES}/current/erased`),
    // The request was not sent from a page of the app.
    response: 403,
  },
];
