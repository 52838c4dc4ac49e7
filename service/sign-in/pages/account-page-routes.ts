import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inTransaction } from '#service/database/in-transaction.ts';
import { getBasePath } from '#service/http/base-address.ts';
import { isUuid } from '#service/http/ids.ts';
import { acceptForms, readForm } from '#service/http/read-form.ts';
import { readAuditedActor } from '#service/identity/audit/record-audit.ts';
import { readCredential, requireActor } from '#service/identity/authenticate.ts';
import { ownDeviceNotFound } from '#service/identity/devices/device-problems.ts';
import { listOwnDevices } from '#service/identity/devices/device-queries.ts';
import { signOutDevice } from '#service/identity/devices/sign-out-device.ts';
import { sessionNotFound } from '#service/identity/identity-problems.ts';
import { endSession, signOutEverywhere } from '#service/identity/sessions/end-session.ts';
import { clearSessionCookie } from '#service/identity/sessions/session-cookie.ts';
import { listSessions } from '#service/identity/sessions/session-queries.ts';
import { hashSecret } from '#service/identity/tokens/secret-token.ts';
import { changeOwnPassword } from '#service/identity/users/change-own-password.ts';
import { findUser } from '#service/identity/users/user-queries.ts';
import { Problem } from '#service/problem.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { type AccountPageData, renderAccountPage } from './account-page.ts';
import { createPageContext, sendPage } from './page.ts';

const FORM_OPTIONS = { config: { access: 'signed-in', acceptsForms: true }, schema: { hide: true } } as const;

/** Registers the page /account, where users manage their sessions, devices and password. */
export const accountPageRoutes = (services: SignInServices) => async (app: FastifyInstance) => {
  const { db, actors, publicUrl, now } = services;
  const basePath = getBasePath(publicUrl);
  acceptForms(app, 'application/x-www-form-urlencoded');

  app.get<{ Querystring: Record<string, unknown> }>(
    '/account',
    { config: { access: 'signed-in' }, schema: { hide: true } },
    (request, reply) =>
      sendAccountPage(request, reply, { isPasswordChanged: request.query.changed === 'password' }),
  );

  app.post('/account/password', FORM_OPTIONS, async (request, reply) => {
    const form = readForm(request.body);
    const [currentPassword = '', newPassword = ''] = [form.get('currentPassword'), form.get('newPassword')];
    if (newPassword !== form.get('repeated'))
      return sendAccountPage(request, reply.code(400), { formError: 'passwordsDiffer' });
    try {
      await changeOwnPassword(
        services,
        readAuditedActor(request),
        { currentPassword, newPassword },
        hashSecret(readCredential(request)!),
      );
    } catch (error) {
      const formError = toFormError(error);
      if (formError === undefined) throw error;
      if (error instanceof Problem && error.retryAfter !== undefined) {
        reply.header('retry-after', String(error.retryAfter));
      }
      return sendAccountPage(request, reply.code(400), { formError });
    }
    actors.clear();
    return reply.redirect(`${basePath}/account?changed=password`, 303);
  });

  app.post<{ Params: { id: string } }>('/account/sessions/:id/end', FORM_OPTIONS, async (request, reply) => {
    const actor = readAuditedActor(request);
    const { id } = request.params;
    if (!isUuid(id)) throw sessionNotFound(id);
    await inTransaction(db, (trx) => endSession(trx, actor, id));
    actors.clear();
    if (id.toLowerCase() === actor.sessionId) clearSessionCookie(reply);
    return reply.redirect(`${basePath}/account`, 303);
  });

  app.post<{ Params: { id: string } }>('/account/devices/:id/end', FORM_OPTIONS, async (request, reply) => {
    const { id } = request.params;
    if (!isUuid(id)) throw ownDeviceNotFound(id);
    await inTransaction(db, (trx) => signOutDevice(trx, readAuditedActor(request), id));
    actors.clear();
    return reply.redirect(`${basePath}/account`, 303);
  });

  app.post('/account/sign-out-everywhere', FORM_OPTIONS, async (request, reply) => {
    await inTransaction(db, (trx) => signOutEverywhere(trx, readAuditedActor(request)));
    actors.clear();
    clearSessionCookie(reply);
    return reply.redirect(`${basePath}/sign-in`, 303);
  });

  const sendAccountPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    {
      formError,
      isPasswordChanged = false,
    }: Partial<Pick<AccountPageData, 'formError' | 'isPasswordChanged'>>,
  ) => {
    const actor = requireActor(request);
    const context = createPageContext(request, publicUrl);
    const pageData = {
      name: `${actor.name} ${actor.surname}`.trim(),
      userName: actor.userName,
      sessions: await listSessions(db, actor),
      devices: await listOwnDevices(db, actor),
      hasPassword: (await findUser(db, actor, actor.userId))?.hasPassword ?? false,
      formError,
      isPasswordChanged,
      now: new Date(now()),
    };
    return sendPage(reply, context, renderAccountPage(context, pageData));
  };
};

const toFormError = (error: unknown): AccountPageData['formError'] => {
  if (!(error instanceof Problem)) return undefined;
  if (error.kind === 'limited') return 'wrongCurrentPassword';
  const [field] = error.fields.flatMap(({ members }) => members);
  if (field === 'newPassword') return 'weakPassword';
  return field === 'currentPassword' ? 'wrongCurrentPassword' : undefined;
};
