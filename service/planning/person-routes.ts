import type { FastifyInstance } from 'fastify';
import { Absence, AbsencePage, AbsenceParameters, NewAbsence } from '#contract/absence.ts';
import { IdParameter } from '#contract/inspection.ts';
import { PageQuery } from '#contract/page.ts';
import { WorkingHours, WorkingHoursInput } from '#contract/working-hours.ts';
import type { Database } from '#service/database/connect.ts';
import { operations } from '#service/identity/operations.ts';
import { parseUserId } from '#service/identity/users/parse-user-id.ts';
import { formatAbsenceCursor, listAbsences } from './absence-queries.ts';
import { addAbsence } from './add-absence.ts';
import { deleteAbsence } from './delete-absence.ts';
import { canSeeReasons, MANAGING_PERMISSIONS, requireUserInScope } from './person-scope.ts';
import { readWorkingHours, setWorkingHours } from './set-working-hours.ts';

const ACCESS_DESCRIPTION =
  "For planners of one of the user's teams (`Tasks.Manage`) and for users with `Users.Manage`.";

export const personRoutes =
  ({ db, newId }: { db: Database; newId: () => string }) =>
  async (app: FastifyInstance) => {
    const { list, handle, write } = operations(app, db, 'Planning');

    handle('GET', '/users/:id/working-hours', {
      access: 'Tasks.Read',
      operationId: 'readWorkingHours',
      summary: 'Read the working hours of a user',
      params: IdParameter,
      returns: WorkingHours,
      run: async ({ scope, params }) => {
        const userId = parseUserId(params);
        await requireUserInScope(db, scope, userId);
        return readWorkingHours(db, scope.tenantId, userId);
      },
    });

    write('PUT', '/users/:id/working-hours', {
      access: MANAGING_PERMISSIONS,
      operationId: 'setWorkingHours',
      summary: 'Set the working hours of a user',
      description: ACCESS_DESCRIPTION,
      params: IdParameter,
      precondition: 'required',
      body: WorkingHoursInput,
      returns: WorkingHours,
      run: (trx, { actor, params, body, matchesTag }) =>
        setWorkingHours(trx, actor, { userId: parseUserId(params), input: body, matchesTag }),
    });

    list('/users/:id/absences', {
      access: 'Tasks.Read',
      operationId: 'listAbsences',
      summary: 'List the absences of a user',
      description:
        "Latest first. Planners of one of the user's teams (`Tasks.Manage`), users with `Users.Manage` and the user can see " +
        'the reasons; for everyone else, they are null.',
      params: IdParameter,
      query: PageQuery,
      returns: AbsencePage,
      rows: 'absences',
      keyOf: formatAbsenceCursor,
      run: async ({ actor, scope, params }, page) => {
        const userId = parseUserId(params);
        await requireUserInScope(db, scope, userId);
        const shouldIncludeReasons = await canSeeReasons(db, actor, userId);
        return listAbsences(db, { tenantId: actor.tenantId, userId, shouldIncludeReasons }, page);
      },
    });

    write('POST', '/users/:id/absences', {
      access: MANAGING_PERMISSIONS,
      operationId: 'addAbsence',
      summary: 'Add an absence of a user',
      description: `${ACCESS_DESCRIPTION} Tasks that are planned for these days stay planned.`,
      params: IdParameter,
      acceptsIdempotencyKey: true,
      body: NewAbsence,
      creates: true,
      returns: Absence,
      run: (trx, { actor, params, body }) =>
        addAbsence(trx, actor, { userId: parseUserId(params), absenceId: newId(), input: body }),
    });

    write('DELETE', '/users/:id/absences/:absenceId', {
      access: MANAGING_PERMISSIONS,
      operationId: 'deleteAbsence',
      summary: 'Delete an absence',
      description: ACCESS_DESCRIPTION,
      params: AbsenceParameters,
      run: (trx, { actor, params }) =>
        deleteAbsence(trx, actor, { userId: parseUserId(params), absenceId: params.absenceId }),
    });
  };
