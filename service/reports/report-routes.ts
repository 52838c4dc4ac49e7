import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import { ReportQuery } from '#contract/report.ts';
import { createDisconnectSignal } from '#service/http/abort-signal.ts';
import { GET_AND_HEAD } from '#service/http/get-and-head.ts';
import { requireActor } from '#service/identity/authenticate.ts';
import { parseInspectionId } from '#service/inspections/inspection-routes.ts';
import { findVisibleInspection } from '#service/inspections/read-inspection.ts';
import { handleUploadError } from '#service/uploads/upload-errors.ts';
import { type ReportServices, renderCurrentReport, toReportMetadata } from './read-report.ts';
import { sendReport, sendReportHeaders } from './send-report.ts';

const TAGS = ['Reports'];
export const Pdf = { type: 'string', contentMediaType: 'application/pdf' };

export const reportRoutes = (services: ReportServices) => async (app: FastifyInstance) => {
  app.setErrorHandler(handleUploadError);
  for (const method of GET_AND_HEAD) {
    app.route<{ Params: IdParameter; Querystring: ReportQuery }>({
      method,
      url: '/inspections/:id/report.pdf',
      config: { access: 'Tasks.Read' },
      schema: {
        tags: TAGS,
        operationId: 'readReport',
        summary: 'Read the report of an inspection',
        description:
          'Returns a PDF of the inspection in its current state, for users who can read the inspection. Unless the inspection is completed, the report is marked as a draft.',
        params: IdParameter,
        querystring: ReportQuery,
        produces: ['application/pdf'],
        response: { 200: Pdf },
      },
      handler: async (request, reply) => {
        const actor = requireActor(request);
        const { language } = request.query;
        const inspectionId = parseInspectionId(request.params);
        if (request.method === 'HEAD') {
          const inspection = await findVisibleInspection(services.db, actor, inspectionId);
          return sendReportHeaders(reply, { ...toReportMetadata(inspection), isInPortal: true });
        }
        const reportRequest = { inspectionId, language, disconnected: createDisconnectSignal(reply) };
        const { pdf, metadata } = await renderCurrentReport(services, actor, reportRequest);
        return sendReport(reply, { ...metadata, isInPortal: true }, pdf);
      },
    });
  }
};
