import { ANY_REVISION, type Call, get, patch, post, put, remove } from './call.ts';

const VIEWS = '/api/v1/views';
const USERS = '/api/v1/users';
const WEEK = 'from=2026-11-23&to=2026-11-29';
const DAYS = Array.from({ length: 7 }, () => ({ startsAt: '09:00', minutes: 420 }));

/** Calls from the planner's screens, except those about tasks. */
export const planningCalls: readonly Call[] = [
  {
    operation: 'listLiveChanges',
    access: 'Tasks.Read',
    request: () => get('/api/v1/changes?after=AAAAAAAAAAA'),
    response: 200,
    // Reading assigns numbers to pending changes.
    changedTables: ['feed', 'feed_counter', 'feed_pending'],
  },
  { operation: 'listViews', access: 'Tasks.Read', request: () => get(VIEWS), response: 200 },
  {
    operation: 'createView',
    access: 'Tasks.Read',
    request: ({ teamId }) => post(VIEWS, { kind: 'tasks', name: 'Late', query: {}, teamId }),
    response: 201,
    otherTeam: 422,
  },
  {
    operation: 'readView',
    access: 'Tasks.Read',
    request: ({ viewId }) => get(`${VIEWS}/${viewId}`),
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'editView',
    access: 'Tasks.Read',
    request: ({ viewId }) => patch(`${VIEWS}/${viewId}`, { name: 'Later' }, ANY_REVISION),
    variants: [({ viewId, teamId }) => patch(`${VIEWS}/${viewId}`, { teamId }, ANY_REVISION)],
    response: 200,
    otherTeam: 404,
    isOwnerOnly: true,
  },
  {
    operation: 'deleteView',
    access: 'Tasks.Read',
    request: ({ viewId }) => remove(`${VIEWS}/${viewId}`),
    response: 204,
    otherTeam: 404,
    isOwnerOnly: true,
  },
  {
    operation: 'readWorkingHours',
    access: 'Tasks.Read',
    request: ({ colleagueId }) => get(`${USERS}/${colleagueId}/working-hours`),
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'setWorkingHours',
    access: 'Tasks.Manage',
    alternativePermission: 'Users.Manage',
    request: ({ colleagueId }) => put(`${USERS}/${colleagueId}/working-hours`, { days: DAYS }, ANY_REVISION),
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'listAbsences',
    access: 'Tasks.Read',
    request: ({ colleagueId }) => get(`${USERS}/${colleagueId}/absences`),
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'addAbsence',
    access: 'Tasks.Manage',
    alternativePermission: 'Users.Manage',
    request: ({ colleagueId }) =>
      post(`${USERS}/${colleagueId}/absences`, { from: '2026-11-23', to: '2026-11-24' }),
    response: 201,
    otherTeam: 404,
  },
  {
    operation: 'deleteAbsence',
    access: 'Tasks.Manage',
    alternativePermission: 'Users.Manage',
    request: ({ colleagueId, absenceId }) => remove(`${USERS}/${colleagueId}/absences/${absenceId}`),
    response: 204,
    otherTeam: 404,
  },
  {
    operation: 'readBoard',
    access: 'Tasks.Manage',
    request: ({ teamId }) => get(`/api/v1/board?${WEEK}&teamId=${teamId}`),
    variants: [() => get(`/api/v1/board?${WEEK}`)],
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'listEligiblePeople',
    access: 'Tasks.Read',
    request: () => get('/api/v1/eligible-people'),
    response: 200,
  },
  {
    operation: 'readOverview',
    access: 'Tasks.Read',
    request: ({ teamId }) => get(`/api/v1/overview?teamId=${teamId}`),
    variants: [() => get('/api/v1/overview')],
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'suggestPlans',
    access: 'Tasks.Manage',
    request: ({ taskId }) => post('/api/v1/suggestions', { ...FUTURE_WEEK, taskIds: [taskId] }),
    variants: [
      ({ taskId, colleagueId }) => post('/api/v1/suggestions', createSuggestionBody(taskId, colleagueId)),
    ],
    // Reports other teams' tasks as unknown, alongside suggestions for the rest.
    response: 200,
  },
];

/** A future week. In the current week, past days would affect the scores of suggestions. */
const FUTURE_WEEK = { from: '2040-11-26', to: '2040-12-02' };
const createSuggestionBody = (taskId: string, colleagueId: string) => ({
  ...FUTURE_WEEK,
  taskIds: [taskId],
  // A number, unless it is a placeholder.
  userIds: [Number(colleagueId) || colleagueId],
  spread: true,
});
