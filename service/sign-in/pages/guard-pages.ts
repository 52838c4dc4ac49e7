import type { FastifyInstance } from 'fastify';
import { sentence } from '#sentences/sentence.ts';
import { isSecure } from '#service/http/base-address.ts';
import { Refusal } from '#service/http/refusal.ts';
import { comesFromOwnPage } from '#service/http/same-site.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { messagePage, pageContext, sendPage } from './page.ts';

/**
 * Keeps pages for whom they are meant: passwords and cookies travel over HTTPS only (decision A3), and forms are taken from
 * these pages only, or another site could sign somebody in as whom they are not (S29).
 */
export const guardPages = (
  app: FastifyInstance,
  { publicUrl, allowInsecureHttp }: Pick<SignInServices, 'publicUrl' | 'allowInsecureHttp'>,
): void => {
  app.addHook('onRequest', async (request, reply) => {
    if (!allowInsecureHttp && !isSecure(request)) {
      const context = pageContext(request, publicUrl);
      const { words } = context;
      return sendPage(reply.code(400), context, messagePage(words.insecure, words.insecureHint));
    }
    if (request.method === 'POST' && !comesFromOwnPage(request, publicUrl)) {
      throw new Refusal(400, sentence`The form was not sent by this page.`);
    }
  });
};
