import type { FastifyInstance } from 'fastify';
import { LinkParameter } from '#contract/report.ts';
import { LANGUAGES } from '#i18n/languages.ts';
import { abortSignalOf } from '#service/http/abort-signal.ts';
import { GET_AND_HEAD } from '#service/http/get-and-head.ts';
import { preferredLanguage, prefersPage } from '#service/http/negotiate.ts';
import { uploadErrorHandler } from '#service/uploads/upload-errors.ts';
import { openShare } from './open-share.ts';
import { completedReport, findShared, type ReportServices, reportMetadata } from './read-report.ts';
import { linkNotFound } from './report-problems.ts';
import { Pdf } from './report-routes.ts';
import { sendReport, sendReportHeaders } from './send-report.ts';
import { PAGE_SECURITY_POLICY, shareErrorPage } from './share-error-page.ts';

/** /shared/reports/{token}: the URL contains the secret, so it never appears in logs or metrics. */
export const linkRoutes = (services: ReportServices) => async (app: FastifyInstance) => {
  app.setErrorHandler(uploadErrorHandler);
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-robots-tag', 'noindex, nofollow');
  });
  // Replaces the problem details with a page for browsers. Status and headers are already set.
  app.addHook('onSend', async ({ headers }, reply, payload) => {
    if (reply.statusCode < 400) return payload;
    reply.header('vary', 'accept, accept-language');
    if (!prefersPage(headers.accept)) return payload;
    const language = preferredLanguage(headers['accept-language'], LANGUAGES);
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'content-security-policy': PAGE_SECURITY_POLICY,
    });
    return shareErrorPage(reply.statusCode, language);
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
          'Returns the PDF without an account, by the URL of a share. It shows the inspection as last completed, never a draft. If there is no report, clients that accept HTML get an error page.',
        params: LinkParameter,
        produces: ['application/pdf'],
        response: { 200: Pdf },
      },
      handler: async (request, reply) => {
        const isRead = request.method !== 'HEAD';
        const share = await openShare(services.db, request.params.token, { isRead });
        if (!isRead) {
          const metadata = reportMetadata(await findShared(services.db, share));
          return sendReportHeaders(reply, { ...metadata, isInPortal: false });
        }
        const { pdf, metadata } = await completedReport(services, share, abortSignalOf(reply));
        return sendReport(reply, { ...metadata, isInPortal: false }, pdf);
      },
    });
  }

  // For URLs that were truncated or extended.
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
