import type { FastifyInstance } from 'fastify';
import { Overview, OverviewQuery, overviewLimits } from '#contract/overview.ts';
import type { Database } from '#service/database/connect.ts';
import { operations } from '#service/identity/operations.ts';
import { readOverview } from './read-overview.ts';

export const overviewRoutes =
  ({ db, now, backupAt }: { db: Database; now: () => number; backupAt: string | undefined }) =>
  async (app: FastifyInstance) => {
    const { handle } = operations(app, db, 'Planning');

    handle('GET', '/overview', {
      access: 'Tasks.Read',
      operationId: 'readOverview',
      summary: 'Get an overview of open, late and completed work',
      description:
        'Covers all teams whose tasks the caller can see, or one of them. Includes the workload of people in teams that the caller plans for.',
      query: OverviewQuery,
      returns: Overview,
      run: ({ actor, query }) => {
        const { weeks = overviewLimits.defaultWeeks, firstDay = 1, ...filter } = query;
        return readOverview(
          db,
          actor,
          { ...filter, weeks: Number(weeks), firstDay: Number(firstDay) },
          { now: now(), backupAt },
        );
      },
    });
  };
