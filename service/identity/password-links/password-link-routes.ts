import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { IdParameter } from '#contract/inspection.ts';
import { NewPasswordLink, PasswordLinkMade } from '#contract/password-link.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { addressForLinks } from '#service/http/base-address.ts';
import { sendJson } from '#service/http/envelope.ts';
import { type Author, authorOf } from '#service/identity/audit/record-audit.ts';
import { userIdOf } from '#service/identity/users/user-id-of.ts';
import { noMailServer } from '#service/mail/mail-problems.ts';
import type { Mail, Mailer } from '#service/mail/mailer.ts';
import { linkMail } from './link-mail.ts';
import { type LinkMade, makePasswordLink } from './make-password-link.ts';
import { CHOOSE_PASSWORD } from './password-link.ts';
import { takeBackLink } from './withdraw-link.ts';

const TAGS = ['Users'];

export type PasswordLinkServices = {
  db: Database;
  mailer: Mailer | undefined;
  publicUrl: string | undefined;
};

/** /api/v1/users/{id}/password-links: how a person gets a password that nobody else knows. */
export const passwordLinkRoutes =
  ({ db, mailer, publicUrl }: PasswordLinkServices) =>
  async (app: FastifyInstance) => {
    app.post<{ Params: IdParameter; Body: NewPasswordLink }>(
      '/users/:id/password-links',
      {
        config: { access: 'Users.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'makePasswordLink',
          summary: 'Invite a person to choose a password',
          description:
            'By a link that can be used once, as long as the caller could make it still; one that there was before no longer counts, and none leads to oneself (409). It is mailed, or told here to be handed over. When the mail server does not take the mail (503, or 409 when it refuses the address), no link is left. Of mails a person is sent five within an hour and an organisation 500: beyond that 429, and the link that there was counts on. An Idempotency-Key is not kept, for the link would be kept with it. 403 when the user holds permissions over the whole tenant that the caller lacks.',
          params: IdParameter,
          body: NewPasswordLink,
          response: { 201: PasswordLinkMade },
        },
      },
      async (request, reply) => {
        const author = authorOf(request);
        const { purpose, by, language = 'en' } = request.body;
        const base = addressForLinks(request, publicUrl);
        if (by === 'mail' && !mailer) throw noMailServer();
        const userId = userIdOf(request.params);
        const link = await inTransaction(db, (trx) => makePasswordLink(trx, author, { userId, purpose, by }));
        const { user, expiresAt } = link;
        const url = `${base}${CHOOSE_PASSWORD}/${link.token}`;
        const told = { purpose, expiresAt: expiresAt.toISOString(), sentTo: null, url: null };
        if (by === 'link') return sendJson(reply.code(201), JSON.stringify({ ...told, url }));
        const to = {
          name: user.name,
          userName: user.user_name,
          tenancyName: user.tenancy_name,
          emailAddress: user.email_address!,
        };
        await send(request, author, link, linkMail(to, { purpose, url, expiresAt }, language));
        return sendJson(reply.code(201), JSON.stringify({ ...told, sentTo: to.emailAddress }));
      },
    );

    /** After the commit, for a mail server may take its time. A link that nobody has is no use. */
    const send = async (request: FastifyRequest, author: Author, link: LinkMade, mail: Mail) => {
      try {
        await mailer!.send(mail);
      } catch (err) {
        request.log.warn({ err, requestId: request.id }, 'a mail was not sent');
        const { user, token } = link;
        await inTransaction(db, (trx) =>
          takeBackLink(trx, author, { userId: user.user_id, token, reason: 'not sent' }),
        );
        throw err;
      }
    };

    app.delete<{ Params: IdParameter }>(
      '/users/:id/password-links',
      {
        config: { access: 'Users.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'takeBackPasswordLink',
          summary: 'Take back the link by which a person may choose a password',
          description: 'If there is one.',
          params: IdParameter,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const link = { userId: userIdOf(request.params), reason: 'taken back' } as const;
        await inTransaction(db, (trx) => takeBackLink(trx, authorOf(request), link));
        return reply.code(204).send();
      },
    );
  };
