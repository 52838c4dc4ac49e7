import nodemailer from 'nodemailer';
import type { MailServer } from '#service/config.ts';
import { addressRefused, mailNotSent } from './mail-problems.ts';

/** A mail of plain text to one person. */
export type Mail = { to: string; subject: string; text: string };

/** Resolves when the mail server has taken the mail. */
export type Mailer = { send(mail: Mail): Promise<void> };

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;
/** Milliseconds; somebody waits for the answer. */
const PATIENCE = { connection: 5_000, greeting: 5_000, silence: 10_000, whole: 20_000 };

/** One address, and no character that has a meaning in a header, such as the comma before another one. */
const ADDRESS = /^[^\s<>@,;:"()[\]\\\p{Cc}]+@[^\s<>@,;:"()[\]\\\p{Cc}]+$/u;

/**
 * Sends mail by a server. Links that open accounts travel in it, so it goes over TLS with a verified certificate, or not at
 * all (S41), unless the server is this machine or a laboratory.
 */
export const createMailer = (
  { host, port, isTls, auth, from }: MailServer,
  { allowInsecureHttp }: { allowInsecureHttp: boolean },
): Mailer => {
  const isHere = LOOPBACK.test(host);
  const transport = nodemailer.createTransport({
    host,
    port,
    secure: isTls,
    requireTLS: !isTls && !isHere && !allowInsecureHttp,
    // What never leaves this machine needs none, and a server on it seldom has a certificate of its name.
    ignoreTLS: !isTls && isHere,
    ...(auth && { auth }),
    connectionTimeout: PATIENCE.connection,
    greetingTimeout: PATIENCE.greeting,
    socketTimeout: PATIENCE.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text }) => {
      if (!ADDRESS.test(to)) throw addressRefused(to);
      const signal = AbortSignal.timeout(PATIENCE.whole);
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          envelope: { from: from.address, to: [to] },
          subject,
          text,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal,
        });
      } catch (error) {
        throw isRefusal(error) ? addressRefused(to) : mailNotSent(error);
      }
    },
  };
};

/** Whether the server does not take mail for this address, now or later. */
const isRefusal = (error: unknown): boolean => {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  return code === 'EENVELOPE' && command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500;
};
