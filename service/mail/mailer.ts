import type { MailServer } from '#service/config.ts';
import { addressRejected, emailNotSent } from './mail-problems.ts';

export type Email = { to: string; subject: string; text: string };

/** `send` resolves once the mail server has accepted the email. */
export type Mailer = { send(mail: Email): Promise<void> };

const LOOPBACK_PATTERN = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** A single address without characters that are special in headers, such as commas. */
const ADDRESS_PATTERN = /^[^\s<>@,;:"()[\]\\\p{Cc}]+@[^\s<>@,;:"()[\]\\\p{Cc}]+$/u;

/** Emails contain links that give access to accounts, so TLS is required (S41), except locally and in tests. */
export const createMailer = (
  { host, port, isTls, auth, from }: MailServer,
  { allowInsecureHttp }: { allowInsecureHttp: boolean },
): Mailer => {
  const isLocal = LOOPBACK_PATTERN.test(host);
  const createTransport = async () => {
    const { default: nodemailer } = await import('nodemailer');
    return nodemailer.createTransport({
      host,
      port,
      secure: isTls,
      requireTLS: !isTls && !isLocal && !allowInsecureHttp,
      // Local connections need no TLS, and a local mail server rarely has a certificate for its name.
      ignoreTLS: !isTls && isLocal,
      ...(auth && { auth }),
      // The timeouts are short: a client is waiting for the response.
      connectionTimeout: 5_000,
      greetingTimeout: 5_000,
      socketTimeout: 10_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  let transport: ReturnType<typeof createTransport> | undefined;
  return {
    send: async ({ to, subject, text }) => {
      if (!ADDRESS_PATTERN.test(to)) throw addressRejected(to);
      const signal = AbortSignal.timeout(20_000);
      try {
        transport ??= createTransport();
        await (await transport).sendMail({
          from,
          to: { name: '', address: to },
          envelope: { from: from.address, to: [to] },
          subject,
          text,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal,
        });
      } catch (error) {
        throw isRejection(error) ? addressRejected(to) : emailNotSent(error);
      }
    },
  };
};

/** Returns true if the server has permanently rejected this address. */
const isRejection = (error: unknown): boolean => {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  return code === 'EENVELOPE' && command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500;
};
