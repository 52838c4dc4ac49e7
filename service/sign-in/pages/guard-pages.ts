import type { FastifyInstance } from 'fastify';
import { msg } from '#i18n/message.ts';
import { isSecure } from '#service/http/base-address.ts';
import { HttpError } from '#service/http/http-error.ts';
import { isFromOwnPage } from '#service/http/same-site.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { html } from './html.ts';
import { createPageContext, sendPage } from './page.ts';

/** Requires HTTPS (decision A3). Forms from other sites could sign users in to an attacker's account (S29). */
export const guardPages = (
  app: FastifyInstance,
  { publicUrl, allowInsecureHttp }: Pick<SignInServices, 'publicUrl' | 'allowInsecureHttp'>,
): void => {
  app.addHook('onRequest', async (request, reply) => {
    if (!allowInsecureHttp && !isSecure(request)) {
      const context = createPageContext(request, publicUrl);
      const { t } = context;
      const body = html`<p>${t('insecureHint')}</p>`;
      return sendPage(reply.code(400), context, { title: t('insecure'), body });
    }
    if (request.method === 'POST' && !isFromOwnPage(request, publicUrl)) {
      throw new HttpError(400, msg`The form was not sent from this page.`);
    }
  });
};
