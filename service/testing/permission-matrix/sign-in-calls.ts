import { ANY_STATE, type Call, get, patch, post, put, remove } from './call.ts';
import { ALLOWED_ADDRESS, provider } from './furnish.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const form = (members: Record<string, string>) => new URLSearchParams(members).toString();
const PROVIDERS = '/api/v1/login-providers';
const ACCOUNT = '/api/account';

/** How people may sign in, and how they do. */
export const signInCalls: readonly Call[] = [
  {
    operation: 'obtainToken',
    needs: 'anonymous',
    // Nobody's: what the right ones earn is shown where tokens are given.
    request: () =>
      post('/token', form({ grant_type: 'client_credentials', client_id: 'x', client_secret: 'y' }), FORM),
    answer: 400,
    // Guesses are counted.
    changes: ['sign_in_origin', 'sign_in_throttle'],
  },
  {
    operation: 'revokeToken',
    needs: 'anonymous',
    request: () => post('/revoke', form({ token: 'nobodys' }), FORM),
    answer: 200,
  },
  {
    operation: 'readSignInSettings',
    needs: 'SignIn.Manage',
    request: () => get('/api/v1/sign-in-settings'),
    answer: 200,
  },
  {
    operation: 'editSignInSettings',
    needs: 'SignIn.Manage',
    request: () => patch('/api/v1/sign-in-settings', { passwordGrant: false }, ANY_STATE),
    answer: 200,
  },
  { operation: 'listLoginProviders', needs: 'SignIn.Manage', request: () => get(PROVIDERS), answer: 200 },
  {
    operation: 'createLoginProvider',
    needs: 'SignIn.Manage',
    request: () => post(PROVIDERS, provider({ name: 'Another' })),
    answer: 201,
  },
  {
    operation: 'readLoginProvider',
    needs: 'SignIn.Manage',
    request: ({ providerId }) => get(`${PROVIDERS}/${providerId}`),
    answer: 200,
    elsewhere: 404,
  },
  {
    operation: 'editLoginProvider',
    needs: 'SignIn.Manage',
    request: ({ providerId }) => put(`${PROVIDERS}/${providerId}`, provider({ isEnabled: false }), ANY_STATE),
    answer: 200,
    elsewhere: 404,
  },
  {
    operation: 'deleteLoginProvider',
    needs: 'SignIn.Manage',
    request: ({ providerId }) => remove(`${PROVIDERS}/${providerId}`, undefined, ANY_STATE),
    answer: 204,
    elsewhere: 404,
  },
  {
    operation: 'forgetExternalIdentities',
    needs: 'SignIn.Manage',
    request: ({ userId }) => remove(`/api/v1/users/${userId}/external-identities`),
    answer: 204,
    elsewhere: 404,
  },
  {
    operation: 'confirmLinkRequest',
    needs: 'SignIn.Manage',
    request: ({ userId, linkRequestId }) =>
      post(`/api/v1/users/${userId}/link-requests/${linkRequestId}/confirm`),
    answer: 204,
    elsewhere: 404,
  },
  {
    operation: 'rejectLinkRequest',
    needs: 'SignIn.Manage',
    request: ({ userId, linkRequestId }) => remove(`/api/v1/users/${userId}/link-requests/${linkRequestId}`),
    answer: 204,
    elsewhere: 404,
  },
  {
    operation: 'testLoginProvider',
    needs: 'SignIn.Manage',
    request: ({ providerId }) => post(`${PROVIDERS}/${providerId}/test`),
    answer: 200,
    elsewhere: 404,
  },
  {
    operation: 'listExternalLogins',
    needs: 'anonymous',
    request: () => get(`${ACCOUNT}/externalLogins?returnUrl=%2F&generateState=true`),
    answer: 200,
  },
  {
    operation: 'startExternalLogin',
    needs: 'anonymous',
    request: () =>
      get(
        `${ACCOUNT}/ExternalLogin?provider=Municipality&response_type=token&client_id=self&redirect_uri=${encodeURIComponent(ALLOWED_ADDRESS)}&state=s`,
      ),
    answer: 302,
    // A sign-in that is under way is kept until the provider answers (L10).
    changes: ['sign_in_attempt'],
  },
  {
    operation: 'finishExternalLogin',
    needs: 'anonymous',
    request: () => get(`${ACCOUNT}/ExternalLoginCallback?state=unknown&code=unknown`),
    answer: 400,
  },
  {
    operation: 'takeExternalLoginAnswer',
    needs: 'anonymous',
    request: () => post(`${ACCOUNT}/ExternalLoginCallback`, form({ wctx: 'unknown', wresult: '<x/>' }), FORM),
    answer: 400,
  },
];
