import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import { WorkPage, WorkQuery, WorkVersion } from '#contract/work.ts';
import type { Database } from '#service/database/connect.ts';
import { sendJson } from '#service/http/envelope.ts';
import { sendState } from '#service/http/send-state.ts';
import { speakTo } from '#service/http/speak-to.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import type { InspectionTools } from '#service/inspections/start-inspection.ts';
import { listWork, readWorkOf } from './list-work.ts';
import { readWorkVersion } from './read-work-version.ts';

const TAGS = ['Inspections'];

/** /api/v1/work: what a device needs to go on without a network (docs/work.md). */
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
          summary: 'List what one has to do',
          description:
            'The tasks that are assigned to the caller and Assigned or Active, and those that the caller may take, with all ' +
            'that is needed to perform them without a network. With `id` certain tasks instead, whatever their state and ' +
            'whoever has them, as far as the caller may see them: the others are absent.',
          querystring: WorkQuery,
          response: { 200: WorkPage },
        },
      },
      async (request, reply) => {
        const { id, ...page } = request.query;
        const reading = { db, actor: actorOf(request), tools, say: speakTo(reply) };
        const text =
          id === undefined ? await listWork(reading, page) : await readWorkOf(reading, id.split(','), page);
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
            'One that the caller may meet in tasks, also when it is withdrawn. Its fields never change; its title may.',
          params: IdParameter,
          response: { 200: WorkVersion },
        },
      },
      async (request, reply) =>
        sendState(reply, await readWorkVersion(db, actorOf(request), request.params.id)),
    );
  };
