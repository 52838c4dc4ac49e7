import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import { LinkParameter, ReportQuery } from '#contract/report.ts';
import { abortedWith } from '#service/http/aborted-with.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { inspectionIdOf } from '#service/inspections/inspection-routes.ts';
import { uploadErrorHandler } from '#service/uploads/upload-errors.ts';
import { makeReport, type ReportServices } from './make-report.ts';
import { openShare } from './open-share.ts';
import { sendReport } from './send-report.ts';

const TAGS = ['Reports'];
const Pdf = { type: 'string', contentMediaType: 'application/pdf' };

/** /api/v1/inspections/{id}/report.pdf */
export const reportRoutes = (services: ReportServices) => async (app: FastifyInstance) => {
  app.setErrorHandler(uploadErrorHandler);
  app.get<{ Params: IdParameter; Querystring: ReportQuery }>(
    '/inspections/:id/report.pdf',
    {
      config: { access: 'Tasks.Read' },
      schema: {
        tags: TAGS,
        operationId: 'readReport',
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
      const wanted = { inspectionId, language, gone: abortedWith(reply), isByLink: false };
      const { pdf, ...about } = await makeReport(services, actorOf(request), wanted);
      return sendReport(reply, pdf, about);
    },
  );
};

/** /shared/reports/{token}: the address is the secret, so that it stands in no log and no label of a metric. */
export const linkRoutes = (services: ReportServices) => async (app: FastifyInstance) => {
  app.setErrorHandler(uploadErrorHandler);
  app.get<{ Params: LinkParameter }>(
    '/:token',
    {
      config: { access: 'anonymous' },
      schema: {
        tags: TAGS,
        operationId: 'readSharedReport',
        summary: 'Read a shared report',
        description: 'Without an account, by the address that a share told. As the inspection stands now.',
        params: LinkParameter,
        produces: ['application/pdf'],
        response: { 200: Pdf },
      },
    },
    async (request, reply) => {
      const { bearer, inspectionId, language } = await openShare(services.db, request.params.token);
      const wanted = { inspectionId, language, gone: abortedWith(reply), isByLink: true };
      const { pdf, ...about } = await makeReport(services, bearer, wanted);
      reply.header('x-robots-tag', 'noindex, nofollow');
      return sendReport(reply, pdf, about);
    },
  );
};
