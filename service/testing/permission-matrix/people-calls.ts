import { ANY_STATE, type Call, get, patch, post, put, remove } from './call.ts';

const TEAMS = '/api/v1/teams';

/** Teams, their groups and their members. */
export const teamCalls: readonly Call[] = [
  {
    operation: 'listTeams',
    needs: 'Teams.Read',
    request: () => get('/api/services/app/workArea/Get'),
    answer: 'succeeded',
  },
  {
    operation: 'listGroups',
    needs: 'Teams.Read',
    request: ({ teamId }) => post('/api/services/app/workArea/GetGroups', { id: teamId }),
    answer: 'succeeded',
    outside: 'refused',
  },
  {
    operation: 'listGroupMembers',
    needs: 'Teams.Read',
    request: ({ groupId }) => get(`/api/services/app/groups/GetMembers?groupId=${groupId}`),
    answer: 'succeeded',
    outside: 'refused',
  },
  { operation: 'listManagedTeams', needs: 'Teams.Read', request: () => get(TEAMS), answer: 200 },
  {
    operation: 'createTeam',
    needs: 'Teams.Manage',
    request: () => post(TEAMS, { title: 'Quays' }),
    answer: 201,
    // A new team is nobody's yet.
    but: { 'only it, in teams': 403 },
  },
  {
    operation: 'readTeam',
    needs: 'Teams.Read',
    request: ({ teamId }) => get(`${TEAMS}/${teamId}`),
    answer: 200,
    outside: 404,
  },
  {
    operation: 'editTeam',
    needs: 'Teams.Manage',
    request: ({ teamId }) => patch(`${TEAMS}/${teamId}`, { description: 'Other' }, ANY_STATE),
    answer: 200,
    outside: 404,
  },
  {
    operation: 'listTeamGroups',
    needs: 'Teams.Read',
    request: ({ teamId }) => get(`${TEAMS}/${teamId}/groups`),
    answer: 200,
    outside: 404,
  },
  {
    operation: 'listCandidates',
    needs: 'Teams.Manage',
    request: ({ teamId }) => get(`${TEAMS}/${teamId}/candidates`),
    answer: 200,
    outside: 404,
  },
  {
    operation: 'addMember',
    needs: 'Teams.Manage',
    request: ({ teamId, candidateId }) => put(`${TEAMS}/${teamId}/groups/Inspectors/members/${candidateId}`),
    answer: 204,
    outside: 404,
  },
  {
    operation: 'removeMember',
    needs: 'Teams.Manage',
    request: ({ teamId, memberId }) => remove(`${TEAMS}/${teamId}/groups/Inspectors/members/${memberId}`),
    answer: 204,
    outside: 404,
  },
];

const USERS = '/api/v1/users';
const ROLES = '/api/v1/roles';

/** Users, their tokens, and roles: for the whole tenant. */
export const peopleCalls: readonly Call[] = [
  {
    operation: 'listUsers',
    needs: 'Users.Manage',
    request: () => get(USERS),
    also: [({ teamId }) => get(`${USERS}?teamId=${teamId}`)],
    answer: 200,
  },
  {
    operation: 'createUser',
    needs: 'Users.Manage',
    request: () => post(USERS, { userName: 'somebody' }),
    answer: 201,
  },
  {
    operation: 'readUser',
    needs: 'Users.Manage',
    request: ({ userId }) => get(`${USERS}/${userId}`),
    answer: 200,
    elsewhere: 404,
  },
  {
    operation: 'editUser',
    needs: 'Users.Manage',
    request: ({ userId }) => patch(`${USERS}/${userId}`, { surname: 'Other' }, ANY_STATE),
    also: [({ userId }) => patch(`${USERS}/${userId}`, { isActive: false, password: null })],
    answer: 200,
    elsewhere: 404,
  },
  {
    operation: 'unlockUser',
    needs: 'Users.Manage',
    request: ({ userId }) => post(`${USERS}/${userId}/unlock`),
    answer: 204,
    elsewhere: 404,
  },
  {
    operation: 'signOutUser',
    needs: 'Users.Manage',
    request: ({ userId }) => post(`${USERS}/${userId}/sign-out`),
    answer: 204,
    elsewhere: 404,
  },
  {
    operation: 'makePasswordLink',
    needs: 'Users.Manage',
    request: ({ userId }) => post(`${USERS}/${userId}/password-links`, { purpose: 'reset', by: 'link' }),
    answer: 201,
    elsewhere: 404,
  },
  {
    operation: 'takeBackPasswordLink',
    needs: 'Users.Manage',
    // Who has one.
    request: ({ candidateId }) => remove(`${USERS}/${candidateId}/password-links`),
    answer: 204,
    elsewhere: 404,
  },
  {
    operation: 'listApiTokens',
    needs: 'Tokens.Manage',
    request: ({ serviceUserId }) => get(`${USERS}/${serviceUserId}/tokens`),
    answer: 200,
    elsewhere: 404,
  },
  {
    operation: 'createApiToken',
    needs: 'Tokens.Manage',
    request: ({ serviceUserId }) => post(`${USERS}/${serviceUserId}/tokens`, { label: 'Another' }),
    answer: 201,
    elsewhere: 404,
  },
  {
    operation: 'deleteApiToken',
    needs: 'Tokens.Manage',
    request: ({ serviceUserId, clientId }) => remove(`${USERS}/${serviceUserId}/tokens/${clientId}`),
    answer: 204,
    elsewhere: 404,
  },
  {
    operation: 'listRequestsOfClient',
    needs: 'Tokens.Manage',
    request: ({ clientId }) => get(`/api/v1/api-clients/${clientId}/requests`),
    answer: 200,
    elsewhere: 404,
  },
  { operation: 'listRoles', needs: 'Users.Manage', request: () => get(ROLES), answer: 200 },
  {
    operation: 'createRole',
    needs: 'Users.Manage',
    request: () => post(ROLES, { name: 'Reader', isTenantWide: false, permissions: ['Tasks.Read'] }),
    answer: 201,
  },
  {
    operation: 'readRole',
    needs: 'Users.Manage',
    request: ({ roleId }) => get(`${ROLES}/${roleId}`),
    answer: 200,
    elsewhere: 404,
  },
  {
    operation: 'editRole',
    needs: 'Users.Manage',
    request: ({ roleId }) => patch(`${ROLES}/${roleId}`, { name: 'Chief' }, ANY_STATE),
    answer: 200,
    elsewhere: 404,
  },
  {
    operation: 'deleteRole',
    needs: 'Users.Manage',
    request: ({ roleId }) => remove(`${ROLES}/${roleId}`, undefined, ANY_STATE),
    answer: 204,
    elsewhere: 404,
  },
  {
    operation: 'listPermissions',
    needs: 'Users.Manage',
    request: () => get('/api/v1/permissions'),
    answer: 200,
  },
  {
    operation: 'listAuditEvents',
    needs: 'Audit.Read',
    request: () => get('/api/v1/audit-events'),
    also: [
      ({ userId }) => get(`/api/v1/audit-events?targetType=user&targetId=${userId}`),
      ({ roleId }) => get(`/api/v1/audit-events?targetId=${roleId}`),
      ({ providerId }) => get(`/api/v1/audit-events?targetId=${providerId}`),
    ],
    answer: 200,
  },
  {
    operation: 'exportAuditEvents',
    needs: 'Audit.Read',
    request: () => get('/api/v1/audit-events.csv'),
    also: [({ userId }) => get(`/api/v1/audit-events.csv?targetType=user&targetId=${userId}`)],
    answer: 200,
  },
];

/** What everybody may do who is signed in, with what is their own. */
export const ownCalls: readonly Call[] = [
  {
    operation: 'readUserInfo',
    needs: 'signed-in',
    request: () => get('/api/account/userinfo'),
    answer: 200,
  },
  {
    operation: 'readMe',
    needs: 'signed-in',
    request: () => get('/api/v1/me'),
    answer: 200,
    opensToDevices: true,
  },
  {
    operation: 'changeOwnPassword',
    needs: 'signed-in',
    request: ({ password }) =>
      post('/api/v1/me/password', { currentPassword: password, newPassword: 'a viaduct at dusk' }),
    // Only the inspector has one.
    answer: 409,
    but: { Inspector: 204 },
  },
  {
    operation: 'listMySessions',
    needs: 'signed-in',
    request: () => get('/api/v1/me/sessions'),
    answer: 200,
  },
  {
    operation: 'signOutEverywhere',
    needs: 'signed-in',
    request: () => remove('/api/v1/me/sessions'),
    answer: 204,
  },
  {
    operation: 'endMySession',
    needs: 'signed-in',
    request: ({ sessionId }) => remove(`/api/v1/me/sessions/${sessionId}`),
    // It is the inspector's.
    answer: 404,
    but: { Inspector: 204 },
  },
];
