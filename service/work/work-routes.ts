import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import { WorkPage, WorkQuery, WorkVersion } from '#contract/work.ts';
import type { Database } from '#service/database/connect.ts';
import { JsonText, operations } from '#service/identity/operations.ts';
import type { InspectionDependencies } from '#service/inspections/start-inspection.ts';
import { listWork, readWorkOf } from './list-work.ts';
import { readWorkVersion } from './read-work-version.ts';

/** /api/v1/work: the data that a device needs to work without a network (docs/integrate/work.md). */
export const workRoutes =
  ({ db, dependencies }: { db: Database; dependencies: InspectionDependencies }) =>
  async (app: FastifyInstance) => {
    const { handle } = operations(app, db, 'Inspections');

    handle('GET', '/work', {
      access: 'Tasks.Perform',
      operationId: 'listWork',
      summary: "List the caller's work",
      description:
        'The Assigned and Active tasks of the caller and the unassigned tasks of their teams, with all data that is needed to ' +
        'do them offline. With `id` the given tasks instead, in any state and with any assignee, as far as the caller can ' +
        'see them; others are absent.',
      query: WorkQuery,
      returns: WorkPage,
      run: async ({ actor, query: { id, ...page }, translate }) => {
        const work = { db, actor, dependencies, translate };
        return new JsonText(
          await (id === undefined ? listWork(work, page) : readWorkOf(work, id.split(','), page)),
        );
      },
    });

    handle('GET', '/work/versions/:id', {
      access: 'Tasks.Perform',
      operationId: 'readWorkVersion',
      summary: 'Read a version of a workbook to fill it in',
      description:
        "A version of one of the caller's tasks, even a withdrawn one. Its fields never change; its title may.",
      params: IdParameter,
      config: { isLarge: true },
      returns: WorkVersion,
      run: ({ actor, params }) => readWorkVersion(db, actor, params.id),
    });
  };
