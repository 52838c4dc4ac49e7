import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import {
  ManagedTeam,
  ManagedTeamPage,
  ManagedTeamQuery,
  NewTeam,
  TeamPatch,
} from '#contract/team-management.ts';
import type { ChangeSignal } from '#service/changes/change-signal.ts';
import type { Database } from '#service/database/connect.ts';
import { formatNameKey } from '#service/http/cursor.ts';
import { operations } from '#service/identity/operations.ts';
import { createTeam, editTeam } from './manage-team.ts';
import { listManagedTeams, readManagedTeam } from './managed-team-queries.ts';

export const managedTeamRoutes =
  ({ db, signal, newId }: { db: Database; signal: ChangeSignal; newId: () => string }) =>
  async (app: FastifyInstance) => {
    const { list, handle, write } = operations(app, db, 'Teams');

    list('/teams', {
      access: 'Teams.Read',
      operationId: 'listManagedTeams',
      summary: 'List teams with their settings',
      description:
        "Returns all teams, or only the caller's own teams. `text` is matched against the title and the description.",
      query: ManagedTeamQuery,
      returns: ManagedTeamPage,
      rows: 'teams',
      keyOf: ({ id, title }) => formatNameKey(id, title),
      run: ({ actor, scope, query }, page) =>
        listManagedTeams(db, actor, scope, { text: query.text, ...page }),
    });

    write('POST', '/teams', {
      access: 'Teams.Manage',
      operationId: 'createTeam',
      summary: 'Create a team',
      description: 'Requires Teams.Manage for the whole tenant.',
      acceptsIdempotencyKey: true,
      body: NewTeam,
      creates: true,
      returns: ManagedTeam,
      run: (trx, { auditedActor, body }) => createTeam(trx, auditedActor, { teamId: newId(), input: body }),
    });

    handle('GET', '/teams/:id', {
      access: 'Teams.Read',
      operationId: 'readTeam',
      summary: 'Read a team',
      params: IdParameter,
      returns: ManagedTeam,
      run: ({ actor, scope, params }) => readManagedTeam(db, actor, scope, params.id),
    });

    write('PATCH', '/teams/:id', {
      access: 'Teams.Manage',
      operationId: 'editTeam',
      summary: 'Edit a team',
      description:
        "Tasks in an inactive team cannot be created or assigned. A new title counts as a change to all of the team's tasks.",
      params: IdParameter,
      precondition: 'required',
      body: TeamPatch,
      returns: ManagedTeam,
      afterCommit: ({ actor }) => signal.notifyReaders(actor.tenantId),
      run: (trx, { auditedActor, params, body, matchesTag }) =>
        editTeam(trx, auditedActor, { teamId: params.id, patch: body, matchesTag }),
    });
  };
