import type { FastifyInstance } from 'fastify';
import { LinkParameter } from '#contract/report.ts';
import { LANGUAGES } from '#i18n/languages.ts';
import { createDisconnectSignal } from '#service/http/abort-signal.ts';
import { GET_AND_HEAD } from '#service/http/get-and-head.ts';
import { prefersPage, selectLanguage } from '#service/http/negotiate.ts';
import { handleUploadError } from '#service/uploads/upload-errors.ts';
import { openShare } from './open-share.ts';
import {
  findSharedInspection,
  type ReportServices,
  renderCompletedReport,
  toReportMetadata,
} from './read-report.ts';
import { linkNotFound } from './report-problems.ts';
import { Pdf } from './report-routes.ts';
import { sendReport, sendReportHeaders } from './send-report.ts';
import { PAGE_SECURITY_POLICY, renderShareErrorPage } from './share-error-page.ts';

/** /shared/reports/{token}: the token in the URL is secret and must never appear in logs or metrics. */
export const linkRoutes = (services: ReportServices) => async (app: FastifyInstance) => {
  app.setErrorHandler(handleUploadError);
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-robots-tag', 'noindex, nofollow');
  });
  // Send browsers a page instead of problem details.
  app.addHook('onSend', async ({ headers }, reply, payload) => {
    if (reply.statusCode < 400) return payload;
    reply.header('vary', 'accept, accept-language');
    if (!prefersPage(headers.accept)) return payload;
    const language = selectLanguage(headers['accept-language'], LANGUAGES);
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'content-security-policy': PAGE_SECURITY_POLICY,
    });
    return renderShareErrorPage(reply.statusCode, language);
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
          'Returns the PDF that a share link leads to. No account is needed. The report shows the inspection as it was last completed. If the link is invalid or has expired, the response is 404, in the form of a page for clients that accept HTML.',
        params: LinkParameter,
        produces: ['application/pdf'],
        response: { 200: Pdf },
      },
      handler: async (request, reply) => {
        const isRead = request.method !== 'HEAD';
        const share = await openShare(services.db, request.params.token, { shouldCountUse: isRead });
        if (!isRead) {
          const metadata = toReportMetadata(await findSharedInspection(services.db, share));
          return sendReportHeaders(reply, { ...metadata, isInPortal: false });
        }
        const { pdf, metadata } = await renderCompletedReport(services, share, createDisconnectSignal(reply));
        return sendReport(reply, { ...metadata, isInPortal: false }, pdf);
      },
    });
  }

  // Handle URLs that were truncated or extended.
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
