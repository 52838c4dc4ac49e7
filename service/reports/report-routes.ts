import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import { ReportQuery } from '#contract/report.ts';
import { abortSignalOf } from '#service/http/abort-signal.ts';
import { GET_AND_HEAD } from '#service/http/get-and-head.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { inspectionIdOf } from '#service/inspections/inspection-routes.ts';
import { findVisibleInspection } from '#service/inspections/read-inspection.ts';
import { uploadErrorHandler } from '#service/uploads/upload-errors.ts';
import { currentReport, type ReportServices, reportMetadata } from './read-report.ts';
import { sendReport, sendReportHeaders } from './send-report.ts';

const TAGS = ['Reports'];
export const Pdf = { type: 'string', contentMediaType: 'application/pdf' };

/** /api/v1/inspections/{id}/report.pdf */
export const reportRoutes = (services: ReportServices) => async (app: FastifyInstance) => {
  app.setErrorHandler(uploadErrorHandler);
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
          'Returns a PDF of the current state of the inspection, for everyone who can read it. The report of an open inspection is marked as a draft.',
        params: IdParameter,
        querystring: ReportQuery,
        produces: ['application/pdf'],
        response: { 200: Pdf },
      },
      handler: async (request, reply) => {
        const actor = actorOf(request);
        const { language } = request.query;
        const inspectionId = inspectionIdOf(request.params);
        if (request.method === 'HEAD') {
          const inspection = await findVisibleInspection(services.db, actor, inspectionId);
          return sendReportHeaders(reply, { ...reportMetadata(inspection), isInPortal: true });
        }
        const reportRequest = { inspectionId, language, disconnected: abortSignalOf(reply) };
        const { pdf, metadata } = await currentReport(services, actor, reportRequest);
        return sendReport(reply, { ...metadata, isInPortal: true }, pdf);
      },
    });
  }
};
