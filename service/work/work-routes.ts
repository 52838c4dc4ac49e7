import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import { WorkPage, WorkQuery, WorkVersion } from '#contract/work.ts';
import type { Database } from '#service/database/connect.ts';
import { sendJson } from '#service/http/envelope.ts';
import { translateFor } from '#service/http/reply-language.ts';
import { sendState } from '#service/http/send-state.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import type { InspectionTools } from '#service/inspections/start-inspection.ts';
import { listWork, readWorkOf } from './list-work.ts';
import { readWorkVersion } from './read-work-version.ts';

const TAGS = ['Inspections'];

/** /api/v1/work: the data that a device needs to work without a network (docs/integrate/work.md). */
export const workRoutes =
  ({ db, tools }: { db: Database; tools: InspectionTools }) =>
  async (app: FastifyInstance) => {
    app.get<{ Querystring: WorkQuery }>(
      '/work',
      {
        config: { access: 'Tasks.Perform' },
        schema: {
          tags: TAGS,
          operationId: 'listWork',
          summary: "List the caller's work",
          description:
            'The Assigned and Active tasks of the caller and the unassigned tasks of their teams, with all data that is needed to ' +
            'do them offline. With `id` the given tasks instead, in any state and with any assignee, as far as the caller can ' +
            'see them; others are absent.',
          querystring: WorkQuery,
          response: { 200: WorkPage },
        },
      },
      async (request, reply) => {
        const { id, ...page } = request.query;
        const query = { db, actor: actorOf(request), tools, translate: translateFor(reply) };
        const text =
          id === undefined ? await listWork(query, page) : await readWorkOf(query, id.split(','), page);
        return sendJson(reply, text);
      },
    );

    app.get<{ Params: IdParameter }>(
      '/work/versions/:id',
      {
        config: { access: 'Tasks.Perform' },
        schema: {
          tags: TAGS,
          operationId: 'readWorkVersion',
          summary: 'Read a version of a workbook to fill it in',
          description:
            "A version of one of the caller's tasks, even a withdrawn one. Its fields never change; its title may.",
          params: IdParameter,
          response: { 200: WorkVersion },
        },
      },
      async (request, reply) =>
        sendState(reply, await readWorkVersion(db, actorOf(request), request.params.id)),
    );
  };
