import type { FastifyReply } from 'fastify';
import type { IdentifiedUser } from '#service/sign-in/external/identify-user.ts';
import type { VerifiedIdentity } from '#service/sign-in/external/verified-identity.ts';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import type { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import { html } from './html.ts';
import { type PageContext, sendMessage, sendPage } from './page.ts';

/** Responds that the sign-in attempt has already been used, has expired, or was started in another browser (L5, L6). */
export const sendExpiredPage = (reply: FastifyReply, context: PageContext) =>
  sendMessage(reply.code(400), context, context.t('expired'), context.t('expiredHint'));

/** Responds that the sign-in was denied. Only the audit log contains the reason (L9). */
export const sendDeniedPage = (reply: FastifyReply, context: PageContext) =>
  sendMessage(reply.code(400), context, context.t('denied'), context.t('deniedHint'));

/** Shows an administrator the full result of testing a provider. The test signs no one in. */
export const sendTestResultPage = (
  reply: FastifyReply,
  context: PageContext,
  provider: LoginProvider,
  outcome: SignInDeniedError | { identity: VerifiedIdentity; user: IdentifiedUser },
) => {
  const { t } = context;
  const title = t('tested', { provider: provider.name });
  if (outcome instanceof Error) {
    return sendPage(reply, context, {
      title,
      body: html`<p class="bad" role="alert">${t('testFailed')}</p><p>${outcome.message}</p>`,
    });
  }
  const { identity, user } = outcome;
  const claims = Object.entries({
    userName: identity.userName,
    name: identity.name,
    surname: identity.surname,
    emailAddress: identity.emailAddress,
    issuer: identity.stable?.issuer,
    subject: identity.stable?.subject,
    ...identity.groups,
  });
  return sendPage(reply, context, {
    title,
    body: html`<p class="good" role="status">${t('testPassed', { userName: user.userName })}</p>
<dl>${claims.map(([name, value]) => html`<dt>${name}</dt><dd>${[value ?? '–'].flat().join(', ')}</dd>`)}</dl>`,
  });
};
