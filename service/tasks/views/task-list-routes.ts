import type { FastifyInstance } from 'fastify';
import { limits } from '#contract/limits.ts';
import { TaskPoints } from '#contract/points.ts';
import { TaskFilterQuery, TaskListQuery, TaskPage } from '#contract/task-list.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { abortedWith } from '#service/http/aborted-with.ts';
import { sendJson } from '#service/http/envelope.ts';
import { schemaIssues } from '#service/http/field-problems.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { listTaskPoints } from './list-task-points.ts';
import { listTaskPage } from './list-tasks.ts';
import { parseTaskFilter } from './task-filter.ts';
import { parseOrder } from './task-order.ts';

const TAGS = ['Tasks'];

/** The lists of tasks for planners: GET /api/v1/tasks and /api/v1/task-points (docs/integrate/tasks.md). */
export const taskListRoutes = (database: DatabaseHandle) => async (app: FastifyInstance) => {
  app.get<{ Querystring: TaskListQuery }>(
    '/tasks',
    {
      config: { access: 'Tasks.Read' },
      attachValidation: true,
      schema: {
        tags: TAGS,
        operationId: 'listTaskViews',
        summary: 'List tasks',
        description: 'Returns the tasks that match all given filters.',
        querystring: TaskListQuery,
        response: { 200: TaskPage },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(actorOf(request), 'Tasks.Read');
      const { query } = request;
      const filter = parseTaskFilter(query, schemaIssues(request));
      const list = {
        filter,
        order: parseOrder(query.sort),
        after: query.after,
        limit: Number(query.limit ?? limits.page),
        isCounted: query.count === 'true',
      };
      return sendJson(reply, await listTaskPage(database, scope, list, abortedWith(reply)));
    },
  );

  app.get<{ Querystring: TaskFilterQuery }>(
    '/task-points',
    {
      config: { access: 'Tasks.Read' },
      attachValidation: true,
      schema: {
        tags: TAGS,
        operationId: 'listTaskPoints',
        summary: 'List the locations of tasks',
        description:
          'Returns the tasks that match all given filters, each at the location of every item that has one.',
        querystring: TaskFilterQuery,
        response: { 200: TaskPoints },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(actorOf(request), 'Tasks.Read');
      const filter = parseTaskFilter(request.query, schemaIssues(request));
      return sendJson(reply, await listTaskPoints(database, scope, filter, abortedWith(reply)));
    },
  );
};
