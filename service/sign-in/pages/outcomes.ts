import type { FastifyReply } from 'fastify';
import type { IdentifiedUser } from '#service/sign-in/external/identify-user.ts';
import type { VerifiedIdentity } from '#service/sign-in/external/verified-identity.ts';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import type { SignInRefused } from '#service/sign-in/sign-in-refused.ts';
import { html } from './html.ts';
import { messagePage, type PageContext, sendPage } from './page.ts';

/** Of a sign-in that is not under way: used, too old, or begun elsewhere (L5, L6). */
export const sendExpired = (reply: FastifyReply, context: PageContext) => {
  const { words } = context;
  return sendPage(
    reply.code(400),
    context,
    messagePage(words.expired, words.expiredHint, backToSignIn(context)),
  );
};

/** Of a sign-in that was refused; why is told in the audit log only (L9). */
export const sendDenied = (reply: FastifyReply, context: PageContext) => {
  const { words } = context;
  return sendPage(
    reply.code(400),
    context,
    messagePage(words.denied, words.deniedHint, backToSignIn(context)),
  );
};

const backToSignIn = ({ home, words }: PageContext) => ({
  address: `${home}/sign-in`,
  label: words.goBack,
});

/** What an administrator learns by trying a provider: all of it, for nobody was let in. */
export const sendTested = (
  reply: FastifyReply,
  context: PageContext,
  { name }: LoginProvider,
  outcome: SignInRefused | { identity: VerifiedIdentity; user: IdentifiedUser },
) => {
  const { words } = context;
  const title = words.tested(name);
  if (outcome instanceof Error) {
    return sendPage(reply, context, {
      title,
      body: html`<p class="bad" role="alert">${words.testFailed}</p><p>${outcome.message}</p>`,
    });
  }
  const { identity, user } = outcome;
  const facts = Object.entries({
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
    body: html`<p class="good" role="status">${words.testPassed(user.userName)}</p>
<dl>${facts.map(([fact, value]) => html`<dt>${fact}</dt><dd>${[value ?? '–'].flat().join(', ')}</dd>`)}</dl>`,
  });
};
