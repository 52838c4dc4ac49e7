import type { FastifyInstance } from 'fastify';
import { IdParameter, Inspection } from '#contract/inspection.ts';
import { LateStart, TaskStart } from '#contract/inspection-start.ts';
import { isUuid } from '#service/http/ids.ts';
import { operations } from '#service/identity/operations.ts';
import { taskIdNotFound } from '#service/tasks/task-problems.ts';
import { type InspectionServices, parseInspectionStart } from './inspection-routes.ts';
import type { InspectionDependencies } from './start-inspection.ts';
import { startLateInspection } from './start-late.ts';
import { startTask } from './start-task.ts';
import { readTranslatedInspection } from './translate-inspection.ts';

export const startRoutes =
  ({ db, signal, dependencies }: InspectionServices) =>
  async (app: FastifyInstance) => {
    const { write } = operations(app, db, 'Inspections');

    write('POST', '/tasks/:id/start', {
      access: 'Tasks.Perform',
      config: { isBodyOptional: true },
      operationId: 'startTask',
      summary: 'Start a task',
      description:
        'For the assignee or, if this is a team task, for an inspector of the team. Starting the task again returns the same ' +
        'inspection, even with another `inspectionId`.',
      params: IdParameter,
      body: TaskStart,
      creates: true,
      returns: Inspection,
      hasLongResult: true,
      run: async (trx, call) => {
        const { inspectionId } = await startTask(trx, call.actor, parseTaskStart(call, dependencies));
        return readTranslatedInspection(trx, call, { inspectionId, dependencies });
      },
      afterCommit: ({ actor }) => signal.notifyReaders(actor.tenantId),
    });

    write('POST', '/tasks/:id/late-inspections', {
      access: 'Tasks.Perform',
      operationId: 'startLateInspection',
      summary: 'Send a late inspection',
      description:
        'For an inspection that was started offline when the task had been cancelled, closed, deleted, reassigned or given ' +
        'another workbook. The inspection is Canceled from the start: its answers and uploads are stored as a late result, ' +
        'and the task stays unchanged. Returns 409 if the task can be started.',
      params: IdParameter,
      body: LateStart,
      creates: true,
      returns: Inspection,
      hasLongResult: true,
      run: async (trx, call) => {
        const startRequest = parseTaskStart(call, dependencies);
        await startLateInspection(trx, call.actor, startRequest);
        return readTranslatedInspection(trx, call, {
          inspectionId: startRequest.start.inspectionId,
          dependencies,
        });
      },
      afterCommit: ({ actor }) => signal.notifyReaders(actor.tenantId),
    });
  };

const parseTaskStart = (
  { params, body }: { params: IdParameter; body: Parameters<typeof parseInspectionStart>[0] },
  dependencies: InspectionDependencies,
) => ({ taskId: parseTaskId(params), start: parseInspectionStart(body, dependencies), dependencies });

const parseTaskId = ({ id }: IdParameter): string => {
  if (!isUuid(id)) throw taskIdNotFound(id);
  return id.toLowerCase();
};
