import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import { ReportQuery } from '#contract/report.ts';
import { abortedWith } from '#service/http/aborted-with.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { inspectionIdOf } from '#service/inspections/inspection-routes.ts';
import { uploadErrorHandler } from '#service/uploads/upload-errors.ts';
import { type ReportServices, reportAsItStands } from './make-report.ts';
import { sendReport } from './send-report.ts';

const TAGS = ['Reports'];
export const Pdf = { type: 'string', contentMediaType: 'application/pdf' };

/** /api/v1/inspections/{id}/report.pdf */
export const reportRoutes = (services: ReportServices) => async (app: FastifyInstance) => {
  app.setErrorHandler(uploadErrorHandler);
  app.get<{ Params: IdParameter; Querystring: ReportQuery }>(
    '/inspections/:id/report.pdf',
    {
      config: { access: 'Tasks.Read' },
      schema: {
        tags: TAGS,
        summary: 'Read the report of an inspection',
        description:
          'For everybody who may read the inspection. As it stands now: an open one says that it is a draft.',
        params: IdParameter,
        querystring: ReportQuery,
        produces: ['application/pdf'],
        response: { 200: Pdf },
      },
    },
    async (request, reply) => {
      const { language } = request.query;
      const inspectionId = inspectionIdOf(request.params);
      const wanted = { inspectionId, language, gone: abortedWith(reply) };
      const { pdf, ...about } = await reportAsItStands(services, actorOf(request), wanted);
      return sendReport(reply, pdf, about);
    },
  );
};
