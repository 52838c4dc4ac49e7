import { type Call, get, head, post } from './call.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const formatForm = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const FROM_OWN_PAGE = { ...FORM, 'sec-fetch-site': 'same-origin' };
const NEW_PASSWORD = 'a viaduct at dusk';
/** Callers who have not signed in are redirected to the sign-in page. */
const REDIRECT_RESPONSES = { nobody: 303, 'wrong token': 303 };

/** Requests for the server's HTML pages, which are not part of the API description. */
export const pageCalls: readonly Call[] = [
  {
    operation: 'GET /sign-in',
    access: 'anonymous',
    request: () => get('/sign-in'),
    response: 200,
    // Signed-in users are redirected.
    exceptions: { Administrator: 303 },
  },
  {
    operation: 'POST /sign-in',
    access: 'anonymous',
    // The request was not sent from a page on this server.
    request: () => post('/sign-in', formatForm({ username: 'anna', password: 'x' }), FORM),
    response: 400,
  },
  {
    operation: 'GET /sign-in/with',
    access: 'anonymous',
    request: () => get('/sign-in/with?provider=Municipality'),
    response: 302,
    changedTables: ['sign_in_attempt'],
  },
  {
    operation: 'GET /sign-in/test/:id',
    access: 'SignIn.Manage',
    request: ({ providerId }) => get(`/sign-in/test/${providerId}`),
    response: 302,
    otherTenant: 400,
    exceptions: REDIRECT_RESPONSES,
    changedTables: ['sign_in_attempt'],
  },
  { operation: 'GET /favicon.ico', access: 'anonymous', request: () => get('/favicon.ico'), response: 200 },
  // Without a session cookie, callers are redirected to the sign-in page.
  { operation: 'GET /portal', access: 'anonymous', request: () => get('/portal'), response: 303 },
  { operation: 'GET /portal/*', access: 'anonymous', request: () => get('/portal/tasks'), response: 303 },
  {
    operation: 'GET /portal/assets/*',
    access: 'anonymous',
    request: () => get('/portal/assets/nothing.js'),
    response: 404,
  },
  {
    operation: 'GET /portal/map.pmtiles',
    access: 'Tasks.Read',
    request: () => get('/portal/map.pmtiles'),
    response: 404,
  },
  {
    operation: 'GET /portal/third-party-notices.txt',
    access: 'anonymous',
    request: () => get('/portal/third-party-notices.txt'),
    response: 200,
  },
  { operation: 'GET /inspect', access: 'anonymous', request: () => get('/inspect'), response: 303 },
  { operation: 'GET /inspect/*', access: 'anonymous', request: () => get('/inspect/tasks'), response: 200 },
  {
    operation: 'GET /inspect/session',
    access: 'anonymous',
    request: () => get('/inspect/session'),
    response: 200,
  },
  {
    operation: 'GET /inspect/assets/*',
    access: 'anonymous',
    request: () => get('/inspect/assets/nothing.js'),
    response: 404,
  },
  ...[
    'service-worker.js',
    'manifest.webmanifest',
    'icon.svg',
    'icon-180.png',
    'icon-192.png',
    'icon-512.png',
    'icon-maskable.png',
    'third-party-notices.txt',
  ].map(
    (file): Call => ({
      operation: `GET /inspect/${file}`,
      access: 'anonymous',
      request: () => get(`/inspect/${file}`),
      response: 200,
    }),
  ),
  { operation: 'GET /', access: 'anonymous', request: () => get('/'), response: 303 },
  {
    operation: 'GET /account',
    access: 'signed-in',
    request: () => get('/account'),
    response: 200,
    exceptions: REDIRECT_RESPONSES,
  },
  {
    operation: 'POST /account/password',
    access: 'signed-in',
    request: ({ password }) =>
      post(
        '/account/password',
        formatForm({ currentPassword: password, newPassword: NEW_PASSWORD, repeated: NEW_PASSWORD }),
        FROM_OWN_PAGE,
      ),
    // Only the inspector has a password.
    response: 400,
    exceptions: { ...REDIRECT_RESPONSES, Inspector: 303 },
  },
  {
    operation: 'POST /account/sessions/:id/end',
    access: 'signed-in',
    request: ({ sessionId }) => post(`/account/sessions/${sessionId}/end`, '', FROM_OWN_PAGE),
    // The session belongs to the inspector.
    response: 404,
    exceptions: { ...REDIRECT_RESPONSES, Inspector: 303 },
  },
  {
    operation: 'POST /account/devices/:id/end',
    access: 'signed-in',
    request: ({ deviceId }) => post(`/account/devices/${deviceId}/end`, '', FROM_OWN_PAGE),
    // The device belongs to the inspector.
    response: 404,
    exceptions: { ...REDIRECT_RESPONSES, Inspector: 303 },
  },
  {
    operation: 'POST /account/sign-out-everywhere',
    access: 'signed-in',
    request: () => post('/account/sign-out-everywhere', '', FROM_OWN_PAGE),
    response: 303,
    exceptions: REDIRECT_RESPONSES,
  },
  {
    operation: 'GET /choose-password/:token',
    access: 'anonymous',
    request: ({ linkToken }) => get(`/choose-password/${linkToken}`),
    response: 200,
  },
  {
    operation: 'POST /choose-password/:token',
    access: 'anonymous',
    request: ({ linkToken }) =>
      post(
        `/choose-password/${linkToken}`,
        formatForm({ newPassword: NEW_PASSWORD, repeated: NEW_PASSWORD }),
        FROM_OWN_PAGE,
      ),
    response: 303,
  },
];

/** Requests for information about the server, without personal data. */
export const serverCalls: readonly Call[] = [
  { operation: 'checkLiveness', access: 'anonymous', request: () => get('/health/live'), response: 200 },
  { operation: 'checkReadiness', access: 'anonymous', request: () => get('/health/ready'), response: 200 },
  { operation: 'GET /openapi.json', access: 'anonymous', request: () => get('/openapi.json'), response: 200 },
  ...['', '/static/swagger-initializer.js'].map(
    (page): Call => ({
      operation: `GET /docs${page}`,
      access: 'anonymous',
      request: () => get(`/docs${page}`),
      response: 200,
    }),
  ),
  {
    operation: 'GET /docs/static/*',
    access: 'anonymous',
    request: () => get('/docs/static/swagger-ui.css'),
    response: 200,
  },
  {
    operation: 'HEAD /docs/static/*',
    access: 'anonymous',
    request: () => head('/docs/static/swagger-ui.css'),
    response: 200,
  },
];
