import { ANY_REVISION, type Call, get, patch, post, put, remove } from './call.ts';
import { ALLOWED_REDIRECT_URI, createProviderBody } from './set-up-records.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const formatForm = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const PROVIDERS = '/api/v1/login-providers';
const ACCOUNT = '/api/account';

/** Calls for sign-in settings and for signing in. */
export const signInCalls: readonly Call[] = [
  {
    operation: 'obtainToken',
    access: 'anonymous',
    // These credentials are unknown. Valid ones are tested along with the token endpoint.
    request: () =>
      post(
        '/token',
        formatForm({ grant_type: 'client_credentials', client_id: 'x', client_secret: 'y' }),
        FORM,
      ),
    response: 400,
    // Failed attempts are counted.
    changedTables: ['sign_in_origin', 'sign_in_throttle'],
  },
  {
    operation: 'revokeToken',
    access: 'anonymous',
    request: () => post('/revoke', formatForm({ token: 'nobodys' }), FORM),
    response: 200,
  },
  {
    operation: 'readSignInSettings',
    access: 'SignIn.Manage',
    request: () => get('/api/v1/sign-in-settings'),
    response: 200,
  },
  {
    operation: 'editSignInSettings',
    access: 'SignIn.Manage',
    request: () => patch('/api/v1/sign-in-settings', { passwordGrant: false }, ANY_REVISION),
    response: 200,
  },
  { operation: 'listLoginProviders', access: 'SignIn.Manage', request: () => get(PROVIDERS), response: 200 },
  {
    operation: 'createLoginProvider',
    access: 'SignIn.Manage',
    request: () => post(PROVIDERS, createProviderBody({ name: 'Another' })),
    response: 201,
  },
  {
    operation: 'readLoginProvider',
    access: 'SignIn.Manage',
    request: ({ providerId }) => get(`${PROVIDERS}/${providerId}`),
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'editLoginProvider',
    access: 'SignIn.Manage',
    request: ({ providerId }) =>
      put(`${PROVIDERS}/${providerId}`, createProviderBody({ isEnabled: false }), ANY_REVISION),
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'deleteLoginProvider',
    access: 'SignIn.Manage',
    request: ({ providerId }) => remove(`${PROVIDERS}/${providerId}`, undefined, ANY_REVISION),
    response: 204,
    otherTenant: 404,
  },
  {
    operation: 'unlinkExternalIdentities',
    access: 'SignIn.Manage',
    request: ({ userId }) => remove(`/api/v1/users/${userId}/external-identities`),
    response: 204,
    otherTenant: 404,
  },
  {
    operation: 'confirmLinkRequest',
    access: 'SignIn.Manage',
    request: ({ userId, linkRequestId }) =>
      post(`/api/v1/users/${userId}/link-requests/${linkRequestId}/confirm`),
    response: 204,
    otherTenant: 404,
  },
  {
    operation: 'rejectLinkRequest',
    access: 'SignIn.Manage',
    request: ({ userId, linkRequestId }) => remove(`/api/v1/users/${userId}/link-requests/${linkRequestId}`),
    response: 204,
    otherTenant: 404,
  },
  {
    operation: 'testLoginProvider',
    access: 'SignIn.Manage',
    request: ({ providerId }) => post(`${PROVIDERS}/${providerId}/test`),
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'listExternalLogins',
    access: 'anonymous',
    request: () => get(`${ACCOUNT}/externalLogins?returnUrl=%2F&generateState=true`),
    response: 200,
  },
  {
    operation: 'startExternalLogin',
    access: 'anonymous',
    request: () =>
      get(
        `${ACCOUNT}/ExternalLogin?provider=Municipality&response_type=token&client_id=self&redirect_uri=${encodeURIComponent(ALLOWED_REDIRECT_URI)}&state=s`,
      ),
    response: 302,
    // A pending sign-in is stored until the provider responds (L10).
    changedTables: ['sign_in_attempt'],
  },
  {
    operation: 'finishExternalLogin',
    access: 'anonymous',
    request: () => get(`${ACCOUNT}/ExternalLoginCallback?state=unknown&code=unknown`),
    response: 400,
  },
  {
    operation: 'finishExternalLoginByPost',
    access: 'anonymous',
    request: () =>
      post(`${ACCOUNT}/ExternalLoginCallback`, formatForm({ wctx: 'unknown', wresult: '<x/>' }), FORM),
    response: 400,
  },
];
