import type { FastifyInstance } from 'fastify';
import { limits } from '#contract/limits.ts';
import { TaskPoints } from '#contract/points.ts';
import { TaskFilterQuery, TaskListQuery, TaskPage } from '#contract/task-list.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { operations, SerializedResult } from '#service/identity/operations.ts';
import { listTaskPoints } from './list-task-points.ts';
import { listTaskPage } from './list-tasks.ts';
import { parseTaskFilter } from './task-filter.ts';
import { parseOrder } from './task-order.ts';

/** See docs/integrate/tasks.md. */
export const taskListRoutes = (database: DatabaseHandle) => async (app: FastifyInstance) => {
  const { handle } = operations(app, database.db, 'Tasks');

  handle('GET', '/tasks', {
    access: 'Tasks.Read',
    operationId: 'listTaskViews',
    summary: 'List tasks',
    description: 'Returns the tasks that match all given filters.',
    query: TaskListQuery,
    attachValidation: true,
    returns: TaskPage,
    run: async ({ scope, query, issues, signal }) => {
      const list = {
        filter: parseTaskFilter(scope, query, issues),
        order: parseOrder(query.sort),
        after: query.after,
        limit: Number(query.limit ?? limits.page),
        isCounted: query.count === 'true',
      };
      return new SerializedResult(await listTaskPage(database, scope, list, signal));
    },
  });

  handle('GET', '/task-points', {
    access: 'Tasks.Read',
    operationId: 'listTaskPoints',
    summary: 'List the locations of tasks',
    description:
      'Returns the tasks that match all given filters. A task has one point for each of its items that has a location.',
    query: TaskFilterQuery,
    attachValidation: true,
    returns: TaskPoints,
    run: async ({ scope, query, issues, signal }) =>
      new SerializedResult(
        await listTaskPoints(database, scope, parseTaskFilter(scope, query, issues), signal),
      ),
  });
};
