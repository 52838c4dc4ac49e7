import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inTransaction } from '#service/database/in-transaction.ts';
import { acceptForms, type Form, readForm } from '#service/http/read-form.ts';
import { readOrigin } from '#service/identity/audit/record-audit.ts';
import { recordSignIn } from '#service/identity/audit/record-sign-in.ts';
import { isSignedIn } from '#service/identity/authenticate.ts';
import { endReplacedSession } from '#service/identity/sessions/end-session.ts';
import { openSession } from '#service/identity/sessions/session.ts';
import { readSessionCookie, setSessionCookie } from '#service/identity/sessions/session-cookie.ts';
import { signInWithPassword } from '#service/identity/tokens/password-grant.ts';
import { TokenRejectedError, wrongCredentials } from '#service/identity/tokens/token-problems.ts';
import { listOfferedProviders } from '#service/sign-in/providers/provider-queries.ts';
import { resolveOwnPath } from '#service/sign-in/redirects.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { DEFAULT_TENANCY, findTenant, hasMultipleTenants } from '#service/sign-in/tenant-queries.ts';
import { ANONYMOUS_PAGE, createPageContext, type PageContext, sendPage } from './page.ts';
import { renderSignInPage, type SignInPageData } from './sign-in-page.ts';

/** The values that the page carries over between requests. */
type SignInForm = Pick<SignInPageData, 'tenancyName' | 'userName'> & { returnTo: string };

export const signInPageRoutes = (services: SignInServices) => async (app: FastifyInstance) => {
  const { actors, publicUrl } = services;
  acceptForms(app, 'application/x-www-form-urlencoded');

  app.get<{ Querystring: Record<string, unknown> }>('/sign-in', ANONYMOUS_PAGE, async (request, reply) => {
    const context = createPageContext(request, publicUrl);
    const values = readQueryValues(request.query);
    if (await isSignedIn(request, actors))
      return reply.redirect(resolveDestination(context, values.returnTo), 303);
    return sendForm(services, reply, context, values, {
      isPasswordSaved: request.query.notice === 'passwordSaved',
    });
  });

  app.post<{ Querystring: Record<string, unknown> }>('/sign-in', ANONYMOUS_PAGE, async (request, reply) => {
    const context = createPageContext(request, publicUrl);
    const form = readForm(request.body);
    const values = { ...readQueryValues(request.query), ...readFormValues(form) };
    if (!values.userName || !form.get('password')) {
      return sendForm(services, reply.code(400), context, values, { formError: 'incomplete' });
    }
    try {
      setSessionCookie(reply, await signIn(services, request, form));
      return reply.redirect(resolveDestination(context, values.returnTo), 303);
    } catch (error) {
      if (!(error instanceof TokenRejectedError)) throw error;
      if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
      return sendForm(services, reply.code(400), context, values, { formError: 'wrong' });
    }
  });
};

const signIn = async (services: SignInServices, request: FastifyRequest, form: Form): Promise<string> => {
  const username = form.get('username') ?? '';
  const origin = readOrigin(request);
  const user = await signInWithPassword(services, {
    username,
    password: form.get('password') ?? '',
    tenancyName: form.get('tenancyName') ?? DEFAULT_TENANCY,
    origin,
  });
  const { tenantId, userId } = user;
  const sessionToken = await inTransaction(services.db, async (trx) => {
    const actor = { tenantId, userId, userName: username, clientId: null, origin };
    // recordSignIn comes first: it updates the user's row, and two sign-ins that already held share locks on it
    // would deadlock.
    await recordSignIn(trx, actor, { by: 'password', session: true });
    const token = await openSession(trx, user, {
      sessionId: services.newId(),
      loginProvider: null,
      origin,
    });
    if (token === undefined) throw wrongCredentials();
    await endReplacedSession(trx, readSessionCookie(request), origin);
    return token;
  });
  services.actors.clear();
  return sessionToken;
};

const readQueryValues = ({ tenancyName, returnTo }: Record<string, unknown>): SignInForm => ({
  tenancyName: typeof tenancyName === 'string' ? tenancyName : DEFAULT_TENANCY,
  returnTo: typeof returnTo === 'string' ? returnTo : '/',
  userName: '',
});

const readFormValues = (form: Form): Pick<SignInForm, 'tenancyName' | 'userName'> => ({
  tenancyName: form.get('tenancyName') ?? DEFAULT_TENANCY,
  userName: form.get('username') ?? '',
});

/** A placeholder: pages on this server link to each other by path, so the origin does not matter. */
const PLACEHOLDER_ORIGIN = 'http://ronda';

/** Returns the percent-encoded path to continue to, which is always on this server (S17). */
const resolveDestination = ({ basePath }: PageContext, returnTo: string): string =>
  (resolveOwnPath(PLACEHOLDER_ORIGIN + basePath, returnTo) ?? `${PLACEHOLDER_ORIGIN}${basePath}/`).slice(
    PLACEHOLDER_ORIGIN.length,
  );

const sendForm = async (
  { db }: SignInServices,
  reply: FastifyReply,
  context: PageContext,
  values: SignInForm,
  { formError, isPasswordSaved = false }: Partial<Pick<SignInPageData, 'formError' | 'isPasswordSaved'>>,
) => {
  const tenant = await findTenant(db, values.tenancyName);
  const offeredProviders = tenant ? await listOfferedProviders(db, tenant.tenantId) : [];
  const hasTenantField = await hasMultipleTenants(db);
  const providers = offeredProviders.map(({ name }) => ({
    name,
    url: `${context.basePath}/sign-in/with?${new URLSearchParams({ provider: name, tenancyName: values.tenancyName, returnTo: values.returnTo })}`,
  }));
  const pageData = { ...values, hasTenantField, providers, formError, isPasswordSaved };
  return sendPage(reply, context, renderSignInPage(context, pageData));
};
