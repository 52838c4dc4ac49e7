import { ANY_REVISION, type Call, get, patch, post, put, remove } from './call.ts';

const TEAMS = '/api/v1/teams';

/** Calls about teams, their groups and members. */
export const teamCalls: readonly Call[] = [
  {
    operation: 'listTeams',
    access: 'Teams.Read',
    request: () => get('/api/services/app/workArea/Get'),
    response: 'succeeded',
  },
  {
    operation: 'listGroups',
    access: 'Teams.Read',
    request: ({ teamId }) => post('/api/services/app/workArea/GetGroups', { id: teamId }),
    response: 'succeeded',
    otherTeam: 'rejected',
  },
  {
    operation: 'listGroupMembers',
    access: 'Teams.Read',
    request: ({ groupId }) => get(`/api/services/app/groups/GetMembers?groupId=${groupId}`),
    response: 'succeeded',
    otherTeam: 'rejected',
  },
  { operation: 'listManagedTeams', access: 'Teams.Read', request: () => get(TEAMS), response: 200 },
  {
    operation: 'createTeam',
    access: 'Teams.Manage',
    request: () => post(TEAMS, { title: 'Quays' }),
    response: 201,
    // A new team has no members yet.
    exceptions: { 'one permission, in teams': 403 },
  },
  {
    operation: 'readTeam',
    access: 'Teams.Read',
    request: ({ teamId }) => get(`${TEAMS}/${teamId}`),
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'editTeam',
    access: 'Teams.Manage',
    request: ({ teamId }) => patch(`${TEAMS}/${teamId}`, { description: 'Other' }, ANY_REVISION),
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'listTeamGroups',
    access: 'Teams.Read',
    request: ({ teamId }) => get(`${TEAMS}/${teamId}/groups`),
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'listCandidates',
    access: 'Teams.Manage',
    request: ({ teamId }) => get(`${TEAMS}/${teamId}/candidates`),
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'addMember',
    access: 'Teams.Manage',
    request: ({ teamId, candidateId }) => put(`${TEAMS}/${teamId}/groups/Inspectors/members/${candidateId}`),
    response: 204,
    otherTeam: 404,
  },
  {
    operation: 'removeMember',
    access: 'Teams.Manage',
    request: ({ teamId, memberId }) => remove(`${TEAMS}/${teamId}/groups/Inspectors/members/${memberId}`),
    response: 204,
    otherTeam: 404,
  },
];

const USERS = '/api/v1/users';
const ROLES = '/api/v1/roles';

/** Tenant-wide calls about users, their tokens and roles. */
export const peopleCalls: readonly Call[] = [
  {
    operation: 'listUsers',
    access: 'Users.Manage',
    request: () => get(USERS),
    variants: [({ teamId }) => get(`${USERS}?teamId=${teamId}`)],
    response: 200,
  },
  {
    operation: 'createUser',
    access: 'Users.Manage',
    request: () => post(USERS, { userName: 'somebody' }),
    response: 201,
  },
  {
    operation: 'readUser',
    access: 'Users.Manage',
    request: ({ userId }) => get(`${USERS}/${userId}`),
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'editUser',
    access: 'Users.Manage',
    request: ({ userId }) => patch(`${USERS}/${userId}`, { surname: 'Other' }, ANY_REVISION),
    variants: [({ userId }) => patch(`${USERS}/${userId}`, { isActive: false, password: null })],
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'unlockUser',
    access: 'Users.Manage',
    request: ({ userId }) => post(`${USERS}/${userId}/unlock`),
    response: 204,
    otherTenant: 404,
  },
  {
    operation: 'signOutUser',
    access: 'Users.Manage',
    request: ({ userId }) => post(`${USERS}/${userId}/sign-out`),
    response: 204,
    otherTenant: 404,
  },
  {
    operation: 'createPasswordLink',
    access: 'Users.Manage',
    request: ({ userId }) =>
      post(`${USERS}/${userId}/password-links`, { purpose: 'reset', delivery: 'link' }),
    response: 201,
    otherTenant: 404,
  },
  {
    operation: 'revokePasswordLink',
    access: 'Users.Manage',
    // This user has a password link.
    request: ({ candidateId }) => remove(`${USERS}/${candidateId}/password-links`),
    response: 204,
    otherTenant: 404,
  },
  {
    operation: 'listApiTokens',
    access: 'Tokens.Manage',
    request: ({ serviceUserId }) => get(`${USERS}/${serviceUserId}/tokens`),
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'createApiToken',
    access: 'Tokens.Manage',
    request: ({ serviceUserId }) => post(`${USERS}/${serviceUserId}/tokens`, { label: 'Another' }),
    response: 201,
    otherTenant: 404,
  },
  {
    operation: 'deleteApiToken',
    access: 'Tokens.Manage',
    request: ({ serviceUserId, clientId }) => remove(`${USERS}/${serviceUserId}/tokens/${clientId}`),
    response: 204,
    otherTenant: 404,
  },
  {
    operation: 'listRequestsOfClient',
    access: 'Tokens.Manage',
    request: ({ clientId }) => get(`/api/v1/api-clients/${clientId}/requests`),
    response: 200,
    otherTenant: 404,
  },
  { operation: 'listRoles', access: 'Users.Manage', request: () => get(ROLES), response: 200 },
  {
    operation: 'createRole',
    access: 'Users.Manage',
    request: () => post(ROLES, { name: 'Reader', isTenantWide: false, permissions: ['Tasks.Read'] }),
    response: 201,
  },
  {
    operation: 'readRole',
    access: 'Users.Manage',
    request: ({ roleId }) => get(`${ROLES}/${roleId}`),
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'editRole',
    access: 'Users.Manage',
    request: ({ roleId }) => patch(`${ROLES}/${roleId}`, { name: 'Chief' }, ANY_REVISION),
    response: 200,
    otherTenant: 404,
  },
  {
    operation: 'deleteRole',
    access: 'Users.Manage',
    request: ({ roleId }) => remove(`${ROLES}/${roleId}`, undefined, ANY_REVISION),
    response: 204,
    otherTenant: 404,
  },
  {
    operation: 'listPermissions',
    access: 'Users.Manage',
    request: () => get('/api/v1/permissions'),
    response: 200,
  },
  {
    operation: 'listAuditEvents',
    access: 'Audit.Read',
    request: () => get('/api/v1/audit-events'),
    variants: [
      ({ userId }) => get(`/api/v1/audit-events?targetType=user&targetId=${userId}`),
      ({ roleId }) => get(`/api/v1/audit-events?targetId=${roleId}`),
      ({ providerId }) => get(`/api/v1/audit-events?targetId=${providerId}`),
    ],
    response: 200,
  },
  {
    operation: 'exportAuditEvents',
    access: 'Audit.Read',
    request: () => get('/api/v1/audit-events.csv'),
    variants: [({ userId }) => get(`/api/v1/audit-events.csv?targetType=user&targetId=${userId}`)],
    response: 200,
  },
];

/** Calls about the user's own data, open to every signed-in user. */
export const accountCalls: readonly Call[] = [
  {
    operation: 'readUserInfo',
    access: 'signed-in',
    request: () => get('/api/account/userinfo'),
    response: 200,
  },
  {
    operation: 'readMe',
    access: 'signed-in',
    request: () => get('/api/v1/me'),
    response: 200,
    isOpenToDevices: true,
  },
  {
    operation: 'changeOwnPassword',
    access: 'signed-in',
    request: ({ password }) =>
      post('/api/v1/me/password', { currentPassword: password, newPassword: 'a viaduct at dusk' }),
    // Only the inspector has a password.
    response: 409,
    exceptions: { Inspector: 204 },
  },
  {
    operation: 'listMySessions',
    access: 'signed-in',
    request: () => get('/api/v1/me/sessions'),
    response: 200,
  },
  {
    operation: 'signOutEverywhere',
    access: 'signed-in',
    request: () => remove('/api/v1/me/sessions'),
    response: 204,
  },
  {
    operation: 'endMySession',
    access: 'signed-in',
    request: ({ sessionId }) => remove(`/api/v1/me/sessions/${sessionId}`),
    // The session belongs to the inspector.
    response: 404,
    exceptions: { Inspector: 204 },
  },
];
