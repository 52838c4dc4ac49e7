import type { FastifyInstance, FastifyReply } from 'fastify';
import { acceptForms, readForm } from '#service/http/read-form.ts';
import { readOrigin } from '#service/identity/audit/record-audit.ts';
import { choosePassword } from '#service/identity/password-links/choose-password.ts';
import {
  CHOOSE_PASSWORD_PATH,
  findPasswordLink,
  type PasswordLink,
} from '#service/identity/password-links/password-link.ts';
import { Problem } from '#service/problem.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { html } from './html.ts';
import { renderNewPasswordFields } from './new-password-fields.ts';
import { ANONYMOUS_PAGE, createPageContext, type PageContext, sendMessage, sendPage } from './page.ts';

type FormError = 'passwordsDiffer' | 'weakPassword' | undefined;

/** Registers the page opened by links in invitations and password resets. */
export const choosePasswordRoutes = (services: SignInServices) => async (app: FastifyInstance) => {
  const { db, publicUrl } = services;
  acceptForms(app, 'application/x-www-form-urlencoded');
  const path = `${CHOOSE_PASSWORD_PATH}/:token`;

  app.get<{ Params: { token: string } }>(path, ANONYMOUS_PAGE, async (request, reply) => {
    const context = createPageContext(request, publicUrl);
    const link = await findPasswordLink(db, request.params.token);
    return link ? sendForm(reply, context, link) : sendLinkExpiredPage(reply, context);
  });

  app.post<{ Params: { token: string } }>(path, ANONYMOUS_PAGE, async (request, reply) => {
    const context = createPageContext(request, publicUrl);
    const { token } = request.params;
    const form = readForm(request.body);
    const password = form.get('newPassword') ?? '';
    const link = await findPasswordLink(db, token);
    if (!link) return sendLinkExpiredPage(reply, context);
    if (password !== form.get('repeated')) return sendForm(reply.code(400), context, link, 'passwordsDiffer');
    try {
      const origin = readOrigin(request);
      const { tenancyName } = await choosePassword(services, token, { password, origin });
      const query = new URLSearchParams({ tenancyName, notice: 'passwordSaved' });
      return reply.redirect(`${context.basePath}/sign-in?${query}`, 303);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.kind === 'invalid') return sendForm(reply.code(400), context, link, 'weakPassword');
      if (error.kind === 'missing') return sendLinkExpiredPage(reply, context);
      throw error;
    }
  });
};

const sendForm = (
  reply: FastifyReply,
  context: PageContext,
  { userName }: PasswordLink,
  formError?: FormError,
) => {
  const { t } = context;
  return sendPage(reply, context, {
    title: t('choosePasswordFor', { userName }),
    body: html`${formError && html`<p class="bad" role="alert">${t(formError)}</p>`}
<form method="post">
<input type="hidden" name="username" value="${userName}" autocomplete="username">
${renderNewPasswordFields(t)}
<button>${t('save')}</button>
</form>`,
  });
};

const sendLinkExpiredPage = (reply: FastifyReply, context: PageContext) => {
  const { t } = context;
  return sendMessage(reply.code(404), context, t('linkExpired'), t('linkExpiredHint'));
};
