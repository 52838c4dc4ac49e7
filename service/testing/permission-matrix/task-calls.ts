import { ANY_REVISION, type Call, get, patch, post, put, remove } from './call.ts';

const TASKS = '/api/services/custom/externaltask';

const createTaskBody = (team: string, workbook: string, overrides: object = {}) => ({
  externalId: `${team} new`,
  title: 'Inspect the railing',
  teamName: team,
  workbookName: workbook,
  assignedUserName: 'bram',
  itemsToInspect: ['BR-001'],
  ...overrides,
});

/** Converts a user ID to a number, leaving placeholders unchanged. */
const toNumber = (id: string): number | string => (/^\d+$/.test(id) ? Number(id) : id);

/** Calls about tasks, in both the task interface and /api/v1. */
export const taskCalls: readonly Call[] = [
  {
    operation: 'listTasks',
    access: 'Tasks.Read',
    request: () => get(`${TASKS}/getall?$inlinecount=allpages&$orderby=ExternalId`),
    variants: [
      ({ taskId }) => get(`${TASKS}/getall?$filter=Id%20eq%20guid'${taskId}'`),
      ({ inspectionId }) => get(`${TASKS}/getall?$filter=InspectionId%20eq%20guid'${inspectionId}'`),
      ({ versionId }) => get(`${TASKS}/getall?$filter=WorkbookVersionId%20eq%20guid'${versionId}'`),
    ],
    response: 'succeeded',
  },
  {
    operation: 'readTaskByExternalId',
    access: 'Tasks.Read',
    request: ({ assignedTask }) => post(`${TASKS}/get`, { externalId: assignedTask }),
    response: 'succeeded',
    otherTeam: 'rejected',
    otherTenant: 'succeeded',
  },
  {
    operation: 'createTask',
    access: 'Tasks.Manage',
    request: ({ team, workbook }) => post(`${TASKS}/post`, createTaskBody(team, workbook)),
    variants: [
      ({ team, workbook, itemId }) =>
        post(`${TASKS}/post`, createTaskBody(team, workbook, { itemsToInspect: [itemId] })),
    ],
    response: 'succeeded',
    otherTeam: 'rejected',
    otherTenant: 'succeeded',
  },
  {
    operation: 'editTask',
    access: 'Tasks.Manage',
    request: ({ team, workbook, assignedTask }) =>
      put(`${TASKS}/put`, createTaskBody(team, workbook, { externalId: assignedTask })),
    variants: [
      ({ team, workbook, assignedTask, itemId }) =>
        put(
          `${TASKS}/put`,
          createTaskBody(team, workbook, { externalId: assignedTask, itemsToInspect: [itemId] }),
        ),
    ],
    response: 'succeeded',
    otherTeam: 'rejected',
    otherTenant: 'succeeded',
  },
  {
    operation: 'deleteTasks',
    access: 'Tasks.Manage',
    request: ({ assignedTask }) => remove(`${TASKS}/delete`, { externalTaskIds: [assignedTask] }),
    variants: [({ assignedTask }) => remove(`${TASKS}/delete`, { externalIds: [assignedTask] })],
    response: 'succeeded',
    otherTeam: 'rejected',
    otherTenant: 'succeeded',
  },
  {
    operation: 'cancelTasks',
    access: 'Tasks.Manage',
    request: ({ activeTask }) => post(`${TASKS}/cancel`, { externalTaskIds: [activeTask] }),
    response: 'succeeded',
    otherTeam: 'rejected',
    otherTenant: 'succeeded',
  },
  {
    operation: 'restartTasks',
    access: 'Tasks.Manage',
    request: ({ canceledTask }) => post(`${TASKS}/restart`, { externalTaskIds: [canceledTask] }),
    response: 'succeeded',
    otherTeam: 'rejected',
    otherTenant: 'succeeded',
  },
  {
    operation: 'followChanges',
    access: 'Changes.Read',
    request: () => get(`${TASKS}/GetChanges`),
    response: 'succeeded',
    // Reading assigns numbers to pending changes.
    changedTables: ['feed', 'feed_counter', 'feed_pending', 'feed_reader'],
  },
  {
    operation: 'listTaskViews',
    access: 'Tasks.Read',
    request: () => get('/api/v1/tasks?count=true&sort=externalId'),
    variants: [
      ({ teamId }) => get(`/api/v1/tasks?count=true&teamId=${teamId}`),
      ({ memberId }) => get(`/api/v1/tasks?count=true&assigneeId=${memberId}`),
      ({ workbookId }) => get(`/api/v1/tasks?count=true&workbookId=${workbookId}`),
      ({ itemId }) => get(`/api/v1/tasks?count=true&itemId=${itemId}`),
    ],
    response: 200,
  },
  {
    operation: 'listTaskPoints',
    access: 'Tasks.Read',
    request: () => get('/api/v1/task-points'),
    variants: [
      ({ teamId }) => get(`/api/v1/task-points?teamId=${teamId}`),
      ({ memberId }) => get(`/api/v1/task-points?assigneeId=${memberId}`),
      ({ workbookId }) => get(`/api/v1/task-points?workbookId=${workbookId}`),
      ({ itemId }) => get(`/api/v1/task-points?itemId=${itemId}`),
    ],
    response: 200,
  },
  {
    operation: 'planTask',
    access: 'Tasks.Manage',
    request: ({ team, workbook }) =>
      post('/api/v1/tasks', { title: 'Inspect it', teamName: team, workbookName: workbook }),
    variants: [
      ({ team, workbook, itemId }) =>
        post('/api/v1/tasks', {
          title: 'Inspect it',
          teamName: team,
          workbookName: workbook,
          itemsToInspect: [itemId],
        }),
    ],
    response: 201,
    otherTeam: 422,
    otherTenant: 201,
  },
  {
    operation: 'readTask',
    access: 'Tasks.Read',
    request: ({ taskId }) => get(`/api/v1/tasks/${taskId}`),
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'patchTask',
    access: 'Tasks.Manage',
    request: ({ taskId }) => patch(`/api/v1/tasks/${taskId}`, { title: 'Another' }, ANY_REVISION),
    variants: [
      ({ taskId, teamId }) => patch(`/api/v1/tasks/${taskId}`, { teamId }, ANY_REVISION),
      ({ taskId, workbookId }) => patch(`/api/v1/tasks/${taskId}`, { workbookId }, ANY_REVISION),
      ({ taskId, itemId }) => patch(`/api/v1/tasks/${taskId}`, { itemIds: [itemId] }, ANY_REVISION),
      ({ taskId, memberId }) =>
        patch(`/api/v1/tasks/${taskId}`, { assigneeId: toNumber(memberId) }, ANY_REVISION),
    ],
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'planTasks',
    access: 'Tasks.Manage',
    request: ({ taskId }) => post('/api/v1/tasks/plan', { moves: [{ id: taskId, plannedMinutes: 15 }] }),
    variants: [
      ({ taskId, memberId }) =>
        post('/api/v1/tasks/plan', { moves: [{ id: taskId, assigneeId: toNumber(memberId) }] }),
    ],
    // The response reports the rejected move.
    response: 200,
    otherTeam: 200,
  },
  {
    operation: 'cancelTasksById',
    access: 'Tasks.Manage',
    request: ({ activeTaskId }) => post('/api/v1/tasks/cancel', { ids: [activeTaskId] }),
    response: 204,
    otherTeam: 409,
  },
  {
    operation: 'restartTasksById',
    access: 'Tasks.Manage',
    request: ({ canceledTaskId }) => post('/api/v1/tasks/restart', { ids: [canceledTaskId] }),
    response: 204,
    otherTeam: 409,
  },
  {
    operation: 'deleteTasksById',
    access: 'Tasks.Manage',
    request: ({ taskId }) => post('/api/v1/tasks/delete', { ids: [taskId] }),
    response: 204,
    otherTeam: 409,
  },
  {
    operation: 'exportTasks',
    access: 'Tasks.Read',
    request: () => get('/api/v1/tasks.csv?sort=externalId'),
    variants: [
      ({ teamId }) => get(`/api/v1/tasks.csv?teamId=${teamId}`),
      ({ memberId }) => get(`/api/v1/tasks.csv?assigneeId=${memberId}`),
      ({ workbookId }) => get(`/api/v1/tasks.csv?workbookId=${workbookId}`),
      ({ itemId }) => get(`/api/v1/tasks.csv?itemId=${itemId}`),
    ],
    response: 200,
  },
  {
    operation: 'importTasks',
    access: 'Tasks.Manage',
    request: ({ team, workbook, itemId }) =>
      post(
        '/api/v1/tasks/import',
        `externalId,title,teamName,workbookName,itemsToInspect\n${team} new,Inspect it,${team},${workbook},${itemId}\n`,
        { 'content-type': 'text/csv' },
      ),
    mustRunAlone: true,
    // The response reports the invalid row.
    response: 200,
    otherTeam: 200,
  },
  {
    operation: 'readTaskHistory',
    access: 'Tasks.Read',
    request: ({ taskId }) => get(`/api/v1/tasks/${taskId}/history`),
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'startTask',
    access: 'Tasks.Perform',
    request: ({ teamTaskId }) => post(`/api/v1/tasks/${teamTaskId}/start`),
    variants: [
      ({ taskId }) => post(`/api/v1/tasks/${taskId}/start`),
      ({ teamTaskId, inspectionId }) => post(`/api/v1/tasks/${teamTaskId}/start`, { inspectionId }),
      ({ teamTaskId, versionId }) => post(`/api/v1/tasks/${teamTaskId}/start`, { versionId }),
      ({ teamTaskId, itemId }) => post(`/api/v1/tasks/${teamTaskId}/start`, { itemIds: [itemId] }),
    ],
    response: 201,
    otherTeam: 404,
    // These callers are in no team, and only members can start a team's task.
    exceptions: { Administrator: 422, 'one permission': 422 },
  },
  {
    operation: 'listWork',
    access: 'Tasks.Perform',
    request: () => get('/api/v1/work'),
    variants: [({ taskId }) => get(`/api/v1/work?id=${taskId}`)],
    response: 200,
  },
  {
    operation: 'readWorkVersion',
    access: 'Tasks.Perform',
    request: ({ versionId }) => get(`/api/v1/work/versions/${versionId}`),
    response: 200,
    otherTeam: 404,
  },
  {
    operation: 'startLateInspection',
    access: 'Tasks.Perform',
    request: ({ canceledTaskId }) =>
      post(`/api/v1/tasks/${canceledTaskId}/late-inspections`, createLateStart(DEVICE_ID)),
    variants: [
      ({ canceledTaskId, inspectionId }) =>
        post(`/api/v1/tasks/${canceledTaskId}/late-inspections`, createLateStart(inspectionId)),
      ({ canceledTaskId, versionId }) =>
        post(`/api/v1/tasks/${canceledTaskId}/late-inspections`, {
          ...createLateStart(DEVICE_ID),
          versionId,
        }),
      ({ canceledTaskId, itemId }) =>
        post(`/api/v1/tasks/${canceledTaskId}/late-inspections`, {
          ...createLateStart(DEVICE_ID),
          itemIds: [itemId],
        }),
    ],
    response: 201,
    otherTeam: 404,
    // These callers are in no team, so the task was never offered to them.
    exceptions: { Administrator: 403, 'one permission': 403 },
  },
];

/** An inspection ID generated on a device. */
const DEVICE_ID = '01997b1c-2f4a-7d10-9e63-8b5a4c3d2e1f';

const createLateStart = (inspectionId: string) => ({ inspectionId, startedAt: '2026-03-01T08:00:00Z' });
