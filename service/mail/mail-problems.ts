import { msg } from '#i18n/message.ts';
import { Problem } from '#service/problem.ts';

export const noMailServer = () =>
  new Problem(
    'conflict',
    msg`This server cannot send email because SMTP_URL is not set. Request the link itself (delivery: link) and pass it on.`,
  );

export const addressRejected = (address: string) =>
  new Problem(
    'conflict',
    msg`The mail server rejects the address '${address.slice(0, 254)}'. No email was sent.`,
  );

/** The mail server's response is the `cause` of this error, so that administrators can find it in the log. */
export const emailNotSent = (cause: unknown) => {
  const problem = new Problem(
    'overloaded',
    msg`The mail server does not accept email at the moment. No email was sent. Try again, or request the link itself (delivery: link).`,
    { retryAfter: 60 },
  );
  problem.cause = cause;
  return problem;
};
