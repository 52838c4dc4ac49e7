import { ANY_STATE, type Call, get, patch, post, put, remove } from './call.ts';

const TASKS = '/api/services/custom/externaltask';

const taskOf = (team: string, workbook: string, differences: object = {}) => ({
  externalId: `${team} new`,
  title: 'Inspect the railing',
  teamName: team,
  workbookName: workbook,
  assignedUserName: 'bram',
  itemsToInspect: ['BR-001'],
  ...differences,
});

/** Converts the id of a user to a number; placeholders are left unchanged. */
const numeric = (id: string): number | string => (/^\d+$/.test(id) ? Number(id) : id);

/** Calls of the task service of the task interface, and of /api/v1/tasks. */
export const taskCalls: readonly Call[] = [
  {
    operation: 'listTasks',
    needs: 'Tasks.Read',
    request: () => get(`${TASKS}/getall?$inlinecount=allpages&$orderby=ExternalId`),
    also: [
      ({ taskId }) => get(`${TASKS}/getall?$filter=Id%20eq%20guid'${taskId}'`),
      ({ inspectionId }) => get(`${TASKS}/getall?$filter=InspectionId%20eq%20guid'${inspectionId}'`),
      ({ versionId }) => get(`${TASKS}/getall?$filter=WorkbookVersionId%20eq%20guid'${versionId}'`),
    ],
    response: 'succeeded',
  },
  {
    operation: 'readTaskByExternalId',
    needs: 'Tasks.Read',
    request: ({ assignedTask }) => post(`${TASKS}/get`, { externalId: assignedTask }),
    response: 'succeeded',
    outside: 'rejected',
    otherTenant: 'succeeded',
  },
  {
    operation: 'createTask',
    needs: 'Tasks.Manage',
    request: ({ team, workbook }) => post(`${TASKS}/post`, taskOf(team, workbook)),
    also: [
      ({ team, workbook, itemId }) =>
        post(`${TASKS}/post`, taskOf(team, workbook, { itemsToInspect: [itemId] })),
    ],
    response: 'succeeded',
    outside: 'rejected',
    otherTenant: 'succeeded',
  },
  {
    operation: 'editTask',
    needs: 'Tasks.Manage',
    request: ({ team, workbook, assignedTask }) =>
      put(`${TASKS}/put`, taskOf(team, workbook, { externalId: assignedTask })),
    also: [
      ({ team, workbook, assignedTask, itemId }) =>
        put(`${TASKS}/put`, taskOf(team, workbook, { externalId: assignedTask, itemsToInspect: [itemId] })),
    ],
    response: 'succeeded',
    outside: 'rejected',
    otherTenant: 'succeeded',
  },
  {
    operation: 'deleteTasks',
    needs: 'Tasks.Manage',
    request: ({ assignedTask }) => remove(`${TASKS}/delete`, { externalTaskIds: [assignedTask] }),
    also: [({ assignedTask }) => remove(`${TASKS}/delete`, { externalIds: [assignedTask] })],
    response: 'succeeded',
    outside: 'rejected',
    otherTenant: 'succeeded',
  },
  {
    operation: 'cancelTasks',
    needs: 'Tasks.Manage',
    request: ({ activeTask }) => post(`${TASKS}/cancel`, { externalTaskIds: [activeTask] }),
    response: 'succeeded',
    outside: 'rejected',
    otherTenant: 'succeeded',
  },
  {
    operation: 'restartTasks',
    needs: 'Tasks.Manage',
    request: ({ canceledTask }) => post(`${TASKS}/restart`, { externalTaskIds: [canceledTask] }),
    response: 'succeeded',
    outside: 'rejected',
    otherTenant: 'succeeded',
  },
  {
    operation: 'followChanges',
    needs: 'Changes.Read',
    request: () => get(`${TASKS}/GetChanges`),
    response: 'succeeded',
    // Reading numbers pending changes.
    changes: ['feed', 'feed_counter', 'feed_pending', 'feed_reader'],
  },
  {
    operation: 'listTaskViews',
    needs: 'Tasks.Read',
    request: () => get('/api/v1/tasks?count=true&sort=externalId'),
    also: [
      ({ teamId }) => get(`/api/v1/tasks?count=true&teamId=${teamId}`),
      ({ memberId }) => get(`/api/v1/tasks?count=true&assigneeId=${memberId}`),
      ({ workbookId }) => get(`/api/v1/tasks?count=true&workbookId=${workbookId}`),
      ({ itemId }) => get(`/api/v1/tasks?count=true&itemId=${itemId}`),
    ],
    response: 200,
  },
  {
    operation: 'listTaskPoints',
    needs: 'Tasks.Read',
    request: () => get('/api/v1/task-points'),
    also: [
      ({ teamId }) => get(`/api/v1/task-points?teamId=${teamId}`),
      ({ memberId }) => get(`/api/v1/task-points?assigneeId=${memberId}`),
      ({ workbookId }) => get(`/api/v1/task-points?workbookId=${workbookId}`),
      ({ itemId }) => get(`/api/v1/task-points?itemId=${itemId}`),
    ],
    response: 200,
  },
  {
    operation: 'planTask',
    needs: 'Tasks.Manage',
    request: ({ team, workbook }) =>
      post('/api/v1/tasks', { title: 'Inspect it', teamName: team, workbookName: workbook }),
    also: [
      ({ team, workbook, itemId }) =>
        post('/api/v1/tasks', {
          title: 'Inspect it',
          teamName: team,
          workbookName: workbook,
          itemsToInspect: [itemId],
        }),
    ],
    response: 201,
    outside: 422,
    otherTenant: 201,
  },
  {
    operation: 'readTask',
    needs: 'Tasks.Read',
    request: ({ taskId }) => get(`/api/v1/tasks/${taskId}`),
    response: 200,
    outside: 404,
  },
  {
    operation: 'patchTask',
    needs: 'Tasks.Manage',
    request: ({ taskId }) => patch(`/api/v1/tasks/${taskId}`, { title: 'Another' }, ANY_STATE),
    also: [
      ({ taskId, teamId }) => patch(`/api/v1/tasks/${taskId}`, { teamId }, ANY_STATE),
      ({ taskId, workbookId }) => patch(`/api/v1/tasks/${taskId}`, { workbookId }, ANY_STATE),
      ({ taskId, itemId }) => patch(`/api/v1/tasks/${taskId}`, { itemIds: [itemId] }, ANY_STATE),
      ({ taskId, memberId }) =>
        patch(`/api/v1/tasks/${taskId}`, { assigneeId: numeric(memberId) }, ANY_STATE),
    ],
    response: 200,
    outside: 404,
  },
  {
    operation: 'planTasks',
    needs: 'Tasks.Manage',
    request: ({ taskId }) => post('/api/v1/tasks/plan', { moves: [{ id: taskId, plannedMinutes: 15 }] }),
    also: [
      ({ taskId, memberId }) =>
        post('/api/v1/tasks/plan', { moves: [{ id: taskId, assigneeId: numeric(memberId) }] }),
    ],
    // A rejected move is reported in the response.
    response: 200,
    outside: 200,
  },
  {
    operation: 'cancelTasksById',
    needs: 'Tasks.Manage',
    request: ({ activeTaskId }) => post('/api/v1/tasks/cancel', { ids: [activeTaskId] }),
    response: 204,
    outside: 409,
  },
  {
    operation: 'restartTasksById',
    needs: 'Tasks.Manage',
    request: ({ canceledTaskId }) => post('/api/v1/tasks/restart', { ids: [canceledTaskId] }),
    response: 204,
    outside: 409,
  },
  {
    operation: 'deleteTasksById',
    needs: 'Tasks.Manage',
    request: ({ taskId }) => post('/api/v1/tasks/delete', { ids: [taskId] }),
    response: 204,
    outside: 409,
  },
  {
    operation: 'exportTasks',
    needs: 'Tasks.Read',
    request: () => get('/api/v1/tasks.csv?sort=externalId'),
    also: [
      ({ teamId }) => get(`/api/v1/tasks.csv?teamId=${teamId}`),
      ({ memberId }) => get(`/api/v1/tasks.csv?assigneeId=${memberId}`),
      ({ workbookId }) => get(`/api/v1/tasks.csv?workbookId=${workbookId}`),
      ({ itemId }) => get(`/api/v1/tasks.csv?itemId=${itemId}`),
    ],
    response: 200,
  },
  {
    operation: 'importTasks',
    needs: 'Tasks.Manage',
    request: ({ team, workbook, itemId }) =>
      post(
        '/api/v1/tasks/import',
        `externalId,title,teamName,workbookName,itemsToInspect\n${team} new,Inspect it,${team},${workbook},${itemId}\n`,
        { 'content-type': 'text/csv' },
      ),
    runsAlone: true,
    // An invalid row is reported in the response.
    response: 200,
    outside: 200,
  },
  {
    operation: 'readTaskHistory',
    needs: 'Tasks.Read',
    request: ({ taskId }) => get(`/api/v1/tasks/${taskId}/history`),
    response: 200,
    outside: 404,
  },
  {
    operation: 'startTask',
    needs: 'Tasks.Perform',
    request: ({ teamTaskId }) => post(`/api/v1/tasks/${teamTaskId}/start`),
    also: [
      ({ taskId }) => post(`/api/v1/tasks/${taskId}/start`),
      ({ teamTaskId, inspectionId }) => post(`/api/v1/tasks/${teamTaskId}/start`, { inspectionId }),
      ({ teamTaskId, versionId }) => post(`/api/v1/tasks/${teamTaskId}/start`, { versionId }),
      ({ teamTaskId, itemId }) => post(`/api/v1/tasks/${teamTaskId}/start`, { itemIds: [itemId] }),
    ],
    response: 201,
    outside: 404,
    // These callers are in no team, and only members can start a team's task.
    but: { Administrator: 422, 'only it': 422 },
  },
  {
    operation: 'listWork',
    needs: 'Tasks.Perform',
    request: () => get('/api/v1/work'),
    also: [({ taskId }) => get(`/api/v1/work?id=${taskId}`)],
    response: 200,
  },
  {
    operation: 'readWorkVersion',
    needs: 'Tasks.Perform',
    request: ({ versionId }) => get(`/api/v1/work/versions/${versionId}`),
    response: 200,
    outside: 404,
  },
  {
    operation: 'startLateInspection',
    needs: 'Tasks.Perform',
    request: ({ canceledTaskId }) => post(`/api/v1/tasks/${canceledTaskId}/late-inspections`, late(CHOSEN)),
    also: [
      ({ canceledTaskId, inspectionId }) =>
        post(`/api/v1/tasks/${canceledTaskId}/late-inspections`, late(inspectionId)),
      ({ canceledTaskId, versionId }) =>
        post(`/api/v1/tasks/${canceledTaskId}/late-inspections`, { ...late(CHOSEN), versionId }),
      ({ canceledTaskId, itemId }) =>
        post(`/api/v1/tasks/${canceledTaskId}/late-inspections`, { ...late(CHOSEN), itemIds: [itemId] }),
    ],
    response: 201,
    outside: 404,
    // These callers are in no team, so they never had the task.
    but: { Administrator: 403, 'only it': 403 },
  },
];

/** An id chosen by a device. */
const CHOSEN = '01997b1c-2f4a-7d10-9e63-8b5a4c3d2e1f';

const late = (inspectionId: string) => ({ inspectionId, startedAt: '2026-03-01T08:00:00Z' });
