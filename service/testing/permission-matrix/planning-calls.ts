import { ANY_STATE, type Call, get, patch, post, remove } from './call.ts';

const VIEWS = '/api/v1/views';

/** What a planner's screens ask for beside tasks. */
export const planningCalls: readonly Call[] = [
  {
    operation: 'readNews',
    needs: 'Tasks.Read',
    request: () => get('/api/v1/changes?after=AAAAAAAAAAA'),
    answer: 200,
    // What is new is numbered when somebody asks for it.
    changes: ['feed', 'feed_counter', 'feed_pending'],
  },
  { operation: 'listViews', needs: 'Tasks.Read', request: () => get(VIEWS), answer: 200 },
  {
    operation: 'createView',
    needs: 'Tasks.Read',
    request: ({ teamId }) => post(VIEWS, { kind: 'tasks', name: 'Late', query: {}, teamId }),
    answer: 201,
    outside: 422,
  },
  {
    operation: 'readView',
    needs: 'Tasks.Read',
    request: ({ viewId }) => get(`${VIEWS}/${viewId}`),
    answer: 200,
    outside: 404,
  },
  {
    operation: 'editView',
    needs: 'Tasks.Read',
    request: ({ viewId }) => patch(`${VIEWS}/${viewId}`, { name: 'Later' }, ANY_STATE),
    also: [({ viewId, teamId }) => patch(`${VIEWS}/${viewId}`, { teamId }, ANY_STATE)],
    answer: 200,
    outside: 404,
    isOwn: true,
  },
  {
    operation: 'deleteView',
    needs: 'Tasks.Read',
    request: ({ viewId }) => remove(`${VIEWS}/${viewId}`),
    answer: 204,
    outside: 404,
    isOwn: true,
  },
];
