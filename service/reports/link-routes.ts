import type { FastifyInstance } from 'fastify';
import { LinkParameter } from '#contract/report.ts';
import { abortedWith } from '#service/http/aborted-with.ts';
import { uploadErrorHandler } from '#service/uploads/upload-errors.ts';
import { type ReportServices, reportAsCompleted } from './make-report.ts';
import { openShare } from './open-share.ts';
import { Pdf } from './report-routes.ts';
import { sendReport } from './send-report.ts';

/** /shared/reports/{token}: the address is the secret, so that it stands in no log and no label of a metric. */
export const linkRoutes = (services: ReportServices) => async (app: FastifyInstance) => {
  app.setErrorHandler(uploadErrorHandler);
  app.get<{ Params: LinkParameter }>(
    '/:token',
    {
      config: { access: 'anonymous' },
      schema: {
        tags: ['Reports'],
        summary: 'Read a shared report',
        description:
          'Without an account, by the address that a share told. As the inspection was when it was last completed, never a draft.',
        params: LinkParameter,
        produces: ['application/pdf'],
        response: { 200: Pdf },
      },
    },
    async (request, reply) => {
      const opened = await openShare(services.db, request.params.token);
      const { pdf, ...about } = await reportAsCompleted(services, opened, abortedWith(reply));
      reply.header('x-robots-tag', 'noindex, nofollow');
      return sendReport(reply, pdf, about);
    },
  );
};
