import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inTransaction } from '#service/database/in-transaction.ts';
import { acceptForms, type Form, readForm } from '#service/http/read-form.ts';
import { originOf } from '#service/identity/audit/record-audit.ts';
import { recordSignIn } from '#service/identity/audit/record-sign-in.ts';
import { credentialOf } from '#service/identity/authenticate.ts';
import { openSession } from '#service/identity/sessions/session.ts';
import { setSessionCookie } from '#service/identity/sessions/session-cookie.ts';
import { signInWithPassword } from '#service/identity/tokens/password-grant.ts';
import { TokenRefusal, wrongCredentials } from '#service/identity/tokens/token-problems.ts';
import { listOfferedProviders } from '#service/sign-in/providers/provider-queries.ts';
import { ownAddress } from '#service/sign-in/redirects.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { DEFAULT_TENANCY, findTenant, hasSeveralTenants } from '#service/sign-in/tenant-queries.ts';
import { type PageContext, pageContext, sendPage } from './page.ts';
import { type SignInState, signInPage } from './sign-in-page.ts';

/** What of the page goes on from one request to the next. */
type Asked = Pick<SignInState, 'tenancyName' | 'userName'> & { returnTo: string };

/** GET and POST /sign-in: a page that opens a session; works without a script. */
export const signInPageRoutes = (services: SignInServices) => async (app: FastifyInstance) => {
  const { actors, publicUrl } = services;
  acceptForms(app, 'application/x-www-form-urlencoded');

  app.get<{ Querystring: Record<string, unknown> }>(
    '/sign-in',
    { config: { access: 'anonymous' }, schema: { hide: true } },
    async (request, reply) => {
      const context = pageContext(request, publicUrl);
      const asked = askedFor(request.query);
      const credential = credentialOf(request);
      if (credential !== undefined && (await actors.find(credential))) {
        return reply.redirect(destination(context, asked.returnTo), 303);
      }
      return sendForm(services, reply, context, asked, {
        isPasswordSaved: request.query.notice === 'passwordSaved',
      });
    },
  );

  app.post<{ Querystring: Record<string, unknown> }>(
    '/sign-in',
    { config: { access: 'anonymous' }, schema: { hide: true } },
    async (request, reply) => {
      const context = pageContext(request, publicUrl);
      const form = readForm(request.body);
      const asked = { ...askedFor(request.query), ...typedIn(form) };
      if (!asked.userName || !form.get('password')) {
        return sendForm(services, reply.code(400), context, asked, { complaint: 'incomplete' });
      }
      try {
        setSessionCookie(reply, await signIn(services, request, form));
        return reply.redirect(destination(context, asked.returnTo), 303);
      } catch (error) {
        if (!(error instanceof TokenRefusal)) throw error;
        if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
        return sendForm(services, reply.code(400), context, asked, { complaint: 'wrong' });
      }
    },
  );
};

/** Opens a session for who names the right password, and returns what its cookie is to say. */
const signIn = async (services: SignInServices, request: FastifyRequest, form: Form): Promise<string> => {
  const username = form.get('username') ?? '';
  const origin = originOf(request);
  const signedIn = await signInWithPassword(services, {
    username,
    password: form.get('password') ?? '',
    tenancyName: form.get('tenancyName') ?? DEFAULT_TENANCY,
    origin,
  });
  const { tenantId, userId } = signedIn;
  return inTransaction(services.db, async (trx) => {
    const by = { tenantId, userId, userName: username, clientId: null, origin };
    // First, for it writes the user's row: two sign-ins that both hold it for reading would wait for each other.
    await recordSignIn(trx, by, { by: 'password', session: true });
    const sessionToken = await openSession(trx, signedIn, {
      sessionId: services.newId(),
      loginProvider: null,
      origin,
    });
    if (sessionToken === undefined) throw wrongCredentials();
    return sessionToken;
  });
};

const askedFor = ({ tenancyName, returnTo }: Record<string, unknown>): Asked => ({
  tenancyName: typeof tenancyName === 'string' ? tenancyName : DEFAULT_TENANCY,
  returnTo: typeof returnTo === 'string' ? returnTo : '/',
  userName: '',
});

const typedIn = (form: Form): Pick<Asked, 'tenancyName' | 'userName'> => ({
  tenancyName: form.get('tenancyName') ?? DEFAULT_TENANCY,
  userName: form.get('username') ?? '',
});

/** Where one goes on: a page of this server, whatever was asked for (S17). */
const destination = ({ home }: PageContext, returnTo: string): string =>
  home + (ownAddress('http://ronda', returnTo) === undefined ? '/' : returnTo);

const sendForm = async (
  { db }: SignInServices,
  reply: FastifyReply,
  context: PageContext,
  asked: Asked,
  { complaint, isPasswordSaved = false }: Partial<Pick<SignInState, 'complaint' | 'isPasswordSaved'>>,
) => {
  const tenant = await findTenant(db, asked.tenancyName);
  const names = tenant ? await listOfferedProviders(db, tenant.tenantId) : [];
  const asksForTenant = await hasSeveralTenants(db);
  const providers = names.map(({ name }) => ({
    name,
    address: `${context.home}/sign-in/with?${new URLSearchParams({ provider: name, tenancyName: asked.tenancyName, returnTo: asked.returnTo })}`,
  }));
  const state = { ...asked, asksForTenant, providers, complaint, isPasswordSaved };
  return sendPage(reply, context, signInPage(context, state));
};
