import type { FastifyInstance } from 'fastify';
import { LinkParameter } from '#contract/report.ts';
import { REPORT_LANGUAGES } from '#report/report-words.ts';
import { abortedWith } from '#service/http/aborted-with.ts';
import { GET_AND_HEAD } from '#service/http/get-and-head.ts';
import { preferredLanguage, prefersPage } from '#service/http/negotiate.ts';
import { uploadErrorHandler } from '#service/uploads/upload-errors.ts';
import { linkPage, PAGE_SECURITY_POLICY } from './link-page.ts';
import { aboutReport, findShared, type ReportServices, reportAsCompleted } from './make-report.ts';
import { openShare } from './open-share.ts';
import { linkNotFound } from './report-problems.ts';
import { Pdf } from './report-routes.ts';
import { sendHeadOfReport, sendReport } from './send-report.ts';

/** /shared/reports/{token}: the address is the secret, so that it stands in no log and no label of a metric. */
export const linkRoutes = (services: ReportServices) => async (app: FastifyInstance) => {
  app.setErrorHandler(uploadErrorHandler);
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-robots-tag', 'noindex, nofollow');
  });
  // Whatever went wrong has its status and headers by now; only for whom it is told is still open.
  app.addHook('onSend', async ({ headers }, reply, payload) => {
    if (reply.statusCode < 400) return payload;
    reply.header('vary', 'accept, accept-language');
    if (!prefersPage(headers.accept)) return payload;
    const language = preferredLanguage(headers['accept-language'], REPORT_LANGUAGES);
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'content-security-policy': PAGE_SECURITY_POLICY,
    });
    return linkPage(reply.statusCode, language);
  });

  for (const method of GET_AND_HEAD) {
    app.route<{ Params: LinkParameter }>({
      method,
      url: '/:token',
      config: { access: 'anonymous' },
      schema: {
        tags: ['Reports'],
        operationId: 'readSharedReport',
        summary: 'Read a shared report',
        description:
          'Without an account, by the address that a share told. As the inspection was when it was last completed, never a draft. Who asks for HTML is told in a page when there is no report.',
        params: LinkParameter,
        produces: ['application/pdf'],
        response: { 200: Pdf },
      },
      handler: async (request, reply) => {
        const isRead = request.method !== 'HEAD';
        const opened = await openShare(services.db, request.params.token, { isRead });
        if (!isRead) {
          const about = aboutReport(await findShared(services.db, opened));
          return sendHeadOfReport(reply, { ...about, isInPortal: false });
        }
        const { pdf, about } = await reportAsCompleted(services, opened, abortedWith(reply));
        return sendReport(reply, { ...about, isInPortal: false }, pdf);
      },
    });
  }

  // An address that was cut off, or to which something was added.
  for (const url of ['/', '/*']) {
    for (const method of GET_AND_HEAD) {
      app.route({
        method,
        url,
        config: { access: 'anonymous' },
        schema: { hide: true },
        handler: async () => {
          throw linkNotFound();
        },
      });
    }
  }
};
