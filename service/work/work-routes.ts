import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import { WorkPage, WorkQuery, WorkVersion } from '#contract/work.ts';
import type { Database } from '#service/database/connect.ts';
import { operations, SerializedResult } from '#service/identity/operations.ts';
import type { InspectionDependencies } from '#service/inspections/start-inspection.ts';
import { listWork, listWorkById } from './list-work.ts';
import { readWorkVersion } from './read-work-version.ts';

/** /api/v1/work: the data that a device needs to work offline (docs/integrate/work.md). */
export const workRoutes =
  ({ db, dependencies }: { db: Database; dependencies: InspectionDependencies }) =>
  async (app: FastifyInstance) => {
    const { handle } = operations(app, db, 'Inspections');

    handle('GET', '/work', {
      access: 'Tasks.Perform',
      operationId: 'listWork',
      summary: "List the caller's work",
      description:
        'Returns the Assigned and Active tasks of the caller and the unassigned tasks of their teams, with all the data ' +
        'needed to carry them out offline. With `id`, returns the given tasks instead, in any state and with any assignee; tasks ' +
        'that the caller cannot see are left out.',
      query: WorkQuery,
      returns: WorkPage,
      run: async ({ actor, query: { id, ...page }, translate, acquireLargeRequestSlot }) => {
        const work = { db, actor, dependencies, translate, acquireLargeRequestSlot };
        return new SerializedResult(
          await (id === undefined ? listWork(work, page) : listWorkById(work, id.split(','), page)),
        );
      },
    });

    handle('GET', '/work/versions/:id', {
      access: 'Tasks.Perform',
      operationId: 'readWorkVersion',
      summary: 'Read the fields of a workbook version for offline work',
      description:
        "For the versions used by the caller's tasks, including withdrawn ones. The fields of a version never change, but its title can.",
      params: IdParameter,
      config: { isLarge: true },
      returns: WorkVersion,
      run: ({ actor, params }) => readWorkVersion(db, actor, params.id),
    });
  };
