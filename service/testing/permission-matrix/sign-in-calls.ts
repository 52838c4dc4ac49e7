import { ANY_REVISION, type Call, get, patch, post, put, remove } from './call.ts';
import { ALLOWED_REDIRECT_URI, createProviderBody } from './set-up-records.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const formatForm = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const PROVIDERS = '/api/v1/login-providers';
const ACCOUNT = '/api/account';

/** Calls about sign-in settings, and calls for signing in. */
export const signInCalls: readonly Call[] = [
  {
    operation: 'obtainToken',
    needs: 'anonymous',
    // These credentials are unknown. Valid ones are tested along with the token endpoint.
    request: () =>
      post(
        '/token',
        formatForm({ grant_type: 'client_credentials', client_id: 'x', client_secret: 'y' }),
        FORM,
      ),
    response: 400,
    // Failed attempts are counted.
    changes: ['sign_in_origin', 'sign_in_throttle'],
  },
  {
    operation: 'revokeToken',
    needs: 'anonymous',
    request: () => post('/revoke', formatForm({ token: 'nobodys' }), FORM),
    response: 200,
  },
  {
    operation: 'readSignInSettings',
    needs: 'SignIn.Manage',
    request: () => get('/api/v1/sign-in-settings'),
    response: 200,
  },
  {
    operation: 'editSignInSettings',
    needs: 'SignIn.Manage',
    request: () => patch('/api/v1/sign-in-settings', { passwordGrant: false }, ANY_REVISION),
    response: 200,
  },
  { operation: 'listLoginProviders', needs: 'SignIn.Manage', request: () => get(PROVIDERS), response: 200 },
  {
    operation: 'createLoginProvider',
    needs: 'SignIn.Manage',
    request: () => post(PROVIDERS, createProviderBody({ name: 'Another' })),
    response: 201,
  },
  {
    operation: 'readLoginProvider',
    needs: 'SignIn.Manage',
    request: ({ providerId }) => get(`${PROVIDERS}/${providerId}`),
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'editLoginProvider',
    needs: 'SignIn.Manage',
    request: ({ providerId }) =>
      put(`${PROVIDERS}/${providerId}`, createProviderBody({ isEnabled: false }), ANY_REVISION),
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'deleteLoginProvider',
    needs: 'SignIn.Manage',
    request: ({ providerId }) => remove(`${PROVIDERS}/${providerId}`, undefined, ANY_REVISION),
    response: 204,
    otherTenant: 404,
  },
  {
    operation: 'unlinkExternalIdentities',
    needs: 'SignIn.Manage',
    request: ({ userId }) => remove(`/api/v1/users/${userId}/external-identities`),
    response: 204,
    otherTenant: 404,
  },
  {
    operation: 'confirmLinkRequest',
    needs: 'SignIn.Manage',
    request: ({ userId, linkRequestId }) =>
      post(`/api/v1/users/${userId}/link-requests/${linkRequestId}/confirm`),
    response: 204,
    otherTenant: 404,
  },
  {
    operation: 'rejectLinkRequest',
    needs: 'SignIn.Manage',
    request: ({ userId, linkRequestId }) => remove(`/api/v1/users/${userId}/link-requests/${linkRequestId}`),
    response: 204,
    otherTenant: 404,
  },
  {
    operation: 'testLoginProvider',
    needs: 'SignIn.Manage',
    request: ({ providerId }) => post(`${PROVIDERS}/${providerId}/test`),
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'listExternalLogins',
    needs: 'anonymous',
    request: () => get(`${ACCOUNT}/externalLogins?returnUrl=%2F&generateState=true`),
    response: 200,
  },
  {
    operation: 'startExternalLogin',
    needs: 'anonymous',
    request: () =>
      get(
        `${ACCOUNT}/ExternalLogin?provider=Municipality&response_type=token&client_id=self&redirect_uri=${encodeURIComponent(ALLOWED_REDIRECT_URI)}&state=s`,
      ),
    response: 302,
    // The sign-in that was started is stored until the provider responds (L10).
    changes: ['sign_in_attempt'],
  },
  {
    operation: 'finishExternalLogin',
    needs: 'anonymous',
    request: () => get(`${ACCOUNT}/ExternalLoginCallback?state=unknown&code=unknown`),
    response: 400,
  },
  {
    operation: 'finishExternalLoginByPost',
    needs: 'anonymous',
    request: () =>
      post(`${ACCOUNT}/ExternalLoginCallback`, formatForm({ wctx: 'unknown', wresult: '<x/>' }), FORM),
    response: 400,
  },
];
