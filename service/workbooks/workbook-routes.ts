import type { FastifyInstance } from 'fastify';
import { List, ResponseEnvelope } from '#contract/envelope.ts';
import { ODataQuery } from '#contract/odata.ts';
import { AssociatedWorkbook, AssociatedWorkbooksQuery, Workbook } from '#contract/workbook.ts';
import { isSmallResult } from '#service/database/ad-hoc-queries.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { createDisconnectSignal } from '#service/http/abort-signal.ts';
import type { Query } from '#service/http/bind-query.ts';
import { isUuid } from '#service/http/ids.ts';
import { acquireResponseSlot } from '#service/http/long-responses.ts';
import { streamList, toListResult } from '#service/http/stream-list.ts';
import { requireScope } from '#service/identity/actor.ts';
import { requireActor } from '#service/identity/authenticate.ts';
import { externalOperations } from '#service/identity/external-operations.ts';
import { planQuery } from '#service/odata/plan-query.ts';
import { parseOptions } from '#service/odata/query-options.ts';
import { teamIdNotFound } from '#service/teams/team-problems.ts';
import { hasTeam } from '#service/teams/team-queries.ts';
import { workbookFields } from './workbook-fields.ts';
import { listAssociatedVersions, listVersions } from './workbook-queries.ts';

/** /api/services/app/workbook/* (contract, Team endpoints and Workbook endpoint). */
export const workbookRoutes = (database: DatabaseHandle) => async (app: FastifyInstance) => {
  const { db } = database;
  const operation = externalOperations(app, 'Workbooks');

  app.get(
    '/workbook/GetWorkbooks',
    {
      config: { access: 'Workbooks.Read' },
      schema: {
        tags: ['Workbooks'],
        operationId: 'listWorkbooks',
        summary: 'List workbooks',
        querystring: ODataQuery({
          $filter: "IsPublished and startswith(Title,'Bridge')",
          $orderby: 'CreationTime desc',
          $select: 'Title,Version',
        }),
        response: { 200: ResponseEnvelope(List(Workbook)) },
      },
      // The options are validated by the query parser.
      attachValidation: true,
    },
    async (request, reply) => {
      const scope = requireScope(requireActor(request), 'Workbooks.Read');
      const options = parseOptions(request.query as Query);
      // The filter is parsed only after the request has acquired a slot.
      const signal = await (isSmallResult(options.top)
        ? createDisconnectSignal(reply)
        : acquireResponseSlot(reply));
      const plan = planQuery(options, workbookFields);
      const versions = await listVersions(database, scope, plan, signal);
      return streamList(reply, versions, plan.select);
    },
  );

  operation('GET', '/workbook/GetAssociatedWorkbooks', {
    access: 'Workbooks.Read',
    operationId: 'listAssociatedWorkbooks',
    summary: 'List the workbooks of a team',
    query: AssociatedWorkbooksQuery,
    returns: List(AssociatedWorkbook),
    run: async ({ scope, query: { workAreaId } }) => {
      if (!isUuid(workAreaId) || !(await hasTeam(db, scope, workAreaId))) throw teamIdNotFound(workAreaId);
      return toListResult(await listAssociatedVersions(db, scope.tenantId, workAreaId));
    },
  });
};
