import { type Call, get, head, post } from './call.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const form = (members: Record<string, string>) => new URLSearchParams(members).toString();
const FROM_OWN_PAGE = { ...FORM, 'sec-fetch-site': 'same-origin' };
const CHOSEN = 'a viaduct at dusk';
/** Whoever is not signed in is led to where one does. */
const LED_AWAY = { nobody: 303, 'wrong token': 303 };

/** The pages of this server, which no description of its interface shows. */
export const pageCalls: readonly Call[] = [
  {
    operation: 'GET /sign-in',
    needs: 'anonymous',
    request: () => get('/sign-in'),
    answer: 200,
    // Who is signed in is led on.
    but: { Administrator: 303 },
  },
  {
    operation: 'POST /sign-in',
    needs: 'anonymous',
    // From no page of ours.
    request: () => post('/sign-in', form({ username: 'anna', password: 'x' }), FORM),
    answer: 400,
  },
  {
    operation: 'GET /sign-in/with',
    needs: 'anonymous',
    request: () => get('/sign-in/with?provider=Municipality'),
    answer: 302,
    changes: ['sign_in_attempt'],
  },
  {
    operation: 'GET /sign-in/test/:id',
    needs: 'SignIn.Manage',
    request: ({ providerId }) => get(`/sign-in/test/${providerId}`),
    answer: 302,
    elsewhere: 400,
    but: LED_AWAY,
    changes: ['sign_in_attempt'],
  },
  { operation: 'GET /portal', needs: 'anonymous', request: () => get('/portal'), answer: 200 },
  { operation: 'GET /portal/*', needs: 'anonymous', request: () => get('/portal/tasks'), answer: 200 },
  {
    operation: 'GET /portal/assets/*',
    needs: 'anonymous',
    request: () => get('/portal/assets/nothing.js'),
    answer: 404,
  },
  {
    operation: 'GET /portal/map.pmtiles',
    needs: 'Tasks.Read',
    request: () => get('/portal/map.pmtiles'),
    answer: 404,
  },
  { operation: 'GET /inspect', needs: 'anonymous', request: () => get('/inspect'), answer: 303 },
  { operation: 'GET /inspect/*', needs: 'anonymous', request: () => get('/inspect/tasks'), answer: 200 },
  {
    operation: 'GET /inspect/assets/*',
    needs: 'anonymous',
    request: () => get('/inspect/assets/nothing.js'),
    answer: 404,
  },
  ...[
    'service-worker.js',
    'manifest.webmanifest',
    'icon.svg',
    'icon-180.png',
    'icon-192.png',
    'icon-512.png',
    'icon-maskable.png',
  ].map(
    (file): Call => ({
      operation: `GET /inspect/${file}`,
      needs: 'anonymous',
      request: () => get(`/inspect/${file}`),
      answer: 200,
    }),
  ),
  { operation: 'GET /', needs: 'anonymous', request: () => get('/'), answer: 303 },
  {
    operation: 'GET /account',
    needs: 'signed-in',
    request: () => get('/account'),
    answer: 200,
    but: LED_AWAY,
  },
  {
    operation: 'POST /account/password',
    needs: 'signed-in',
    request: ({ password }) =>
      post(
        '/account/password',
        form({ currentPassword: password, newPassword: CHOSEN, repeated: CHOSEN }),
        FROM_OWN_PAGE,
      ),
    // Only the inspector has one.
    answer: 400,
    but: { ...LED_AWAY, Inspector: 303 },
  },
  {
    operation: 'POST /account/sessions/:id/end',
    needs: 'signed-in',
    request: ({ sessionId }) => post(`/account/sessions/${sessionId}/end`, '', FROM_OWN_PAGE),
    // It is the inspector's.
    answer: 404,
    but: { ...LED_AWAY, Inspector: 303 },
  },
  {
    operation: 'POST /account/devices/:id/end',
    needs: 'signed-in',
    request: ({ deviceId }) => post(`/account/devices/${deviceId}/end`, '', FROM_OWN_PAGE),
    // It is the inspector's.
    answer: 404,
    but: { ...LED_AWAY, Inspector: 303 },
  },
  {
    operation: 'POST /account/sign-out-everywhere',
    needs: 'signed-in',
    request: () => post('/account/sign-out-everywhere', '', FROM_OWN_PAGE),
    answer: 303,
    but: LED_AWAY,
  },
  {
    operation: 'GET /choose-password/:token',
    needs: 'anonymous',
    request: ({ linkToken }) => get(`/choose-password/${linkToken}`),
    answer: 200,
  },
  {
    operation: 'POST /choose-password/:token',
    needs: 'anonymous',
    request: ({ linkToken }) =>
      post(`/choose-password/${linkToken}`, form({ newPassword: CHOSEN, repeated: CHOSEN }), FROM_OWN_PAGE),
    answer: 303,
  },
];

/** What tells of the server and not of anybody's things. */
export const openCalls: readonly Call[] = [
  { operation: 'checkLiveness', needs: 'anonymous', request: () => get('/health/live'), answer: 200 },
  { operation: 'checkReadiness', needs: 'anonymous', request: () => get('/health/ready'), answer: 200 },
  { operation: 'GET /openapi.json', needs: 'anonymous', request: () => get('/openapi.json'), answer: 200 },
  ...['', '/json', '/yaml', '/static/swagger-initializer.js'].map(
    (page): Call => ({
      operation: `GET /docs${page}`,
      needs: 'anonymous',
      request: () => get(`/docs${page}`),
      answer: 200,
    }),
  ),
  {
    operation: 'GET /docs/static/index.html',
    needs: 'anonymous',
    request: () => get('/docs/static/index.html'),
    answer: 302,
  },
  {
    operation: 'GET /docs/static/*',
    needs: 'anonymous',
    request: () => get('/docs/static/swagger-ui.css'),
    answer: 200,
  },
  {
    operation: 'HEAD /docs/static/*',
    needs: 'anonymous',
    request: () => head('/docs/static/swagger-ui.css'),
    answer: 200,
  },
];
