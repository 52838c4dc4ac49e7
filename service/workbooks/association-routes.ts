import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import {
  AssociatedTeams,
  TeamsOfWorkbook,
  UsedWorkbooks,
  WorkbooksOfTeam,
} from '#contract/workbook-management.ts';
import type { Database } from '#service/database/connect.ts';
import { isUuid } from '#service/http/ids.ts';
import { operations } from '#service/identity/operations.ts';
import { teamIdNotFound } from '#service/teams/team-problems.ts';
import { hasTeam } from '#service/teams/team-queries.ts';
import { createAssociationsEntityTag, listTeamWorkbooks, listWorkbookTeams } from './association-queries.ts';
import { readWorkbook } from './managed-workbook-queries.ts';
import { replaceTeamWorkbooks, replaceWorkbookTeams } from './set-associations.ts';

export const associationRoutes = (db: Database) => async (app: FastifyInstance) => {
  const { handle, write } = operations(app, db, 'Workbooks');

  handle('GET', '/workbooks/:id/teams', {
    access: 'Workbooks.Read',
    operationId: 'listTeamsOfWorkbook',
    summary: 'List the teams that use a workbook',
    description: 'Returns the teams that the caller can see.',
    params: IdParameter,
    returns: AssociatedTeams,
    createEntityTag: ({ teams }) => createAssociationsEntityTag(teams),
    run: async ({ scope, params }) => {
      const { id } = await readWorkbook(db, scope, params.id);
      return { teams: await listWorkbookTeams(db, scope, id) };
    },
  });

  write('PUT', '/workbooks/:id/teams', {
    access: 'Workbooks.Manage',
    operationId: 'setTeamsOfWorkbook',
    summary: 'Set the teams that use a workbook',
    description:
      'Replaces the list of teams. Tasks that use the workbook in a removed team can still be completed.',
    params: IdParameter,
    precondition: 'required',
    body: TeamsOfWorkbook,
    returns: AssociatedTeams,
    createEntityTag: ({ teams }) => createAssociationsEntityTag(teams),
    run: async (trx, { auditedActor, params, body, matchesTag }) => ({
      teams: await replaceWorkbookTeams(trx, auditedActor, { workbookId: params.id, ...body, matchesTag }),
    }),
  });

  handle('GET', '/teams/:id/workbooks', {
    access: 'Workbooks.Read',
    operationId: 'listWorkbooksOfTeam',
    summary: 'List the workbooks that a team uses',
    params: IdParameter,
    returns: UsedWorkbooks,
    createEntityTag: ({ workbooks }) => createAssociationsEntityTag(workbooks),
    run: async ({ scope, params: { id } }) => {
      if (!isUuid(id) || !(await hasTeam(db, scope, id))) throw teamIdNotFound(id);
      return { workbooks: await listTeamWorkbooks(db, scope.tenantId, id) };
    },
  });

  write('PUT', '/teams/:id/workbooks', {
    access: 'Workbooks.Manage',
    operationId: 'setWorkbooksOfTeam',
    summary: 'Set the workbooks that a team uses',
    description: 'Replaces the list of workbooks. Tasks with a removed workbook can still be completed.',
    params: IdParameter,
    precondition: 'required',
    body: WorkbooksOfTeam,
    returns: UsedWorkbooks,
    createEntityTag: ({ workbooks }) => createAssociationsEntityTag(workbooks),
    run: async (trx, { auditedActor, params, body, matchesTag }) => ({
      workbooks: await replaceTeamWorkbooks(trx, auditedActor, { teamId: params.id, ...body, matchesTag }),
    }),
  });
};
