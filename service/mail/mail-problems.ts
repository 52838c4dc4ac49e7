import { sentence } from '#sentences/sentence.ts';
import { Problem } from '#service/problem.ts';

/** No mail server is set up. */
export const noMailServer = () =>
  new Problem(
    'conflict',
    sentence`This server sends no mail: SMTP_URL is not set. Take the link itself (by: link) and hand it over.`,
  );

export const addressRefused = (address: string) =>
  new Problem(
    'conflict',
    sentence`The mail server takes no mail for '${address.slice(0, 254)}'. Nothing was sent.`,
  );

/** What the mail server said is for the operator, who finds it as the cause in the log. */
export const mailNotSent = (cause: unknown) => {
  const problem = new Problem(
    'overloaded',
    sentence`The mail server does not take mail at the moment. Nothing was sent; try again, or take the link itself (by: link).`,
    { retryAfter: 60 },
  );
  problem.cause = cause;
  return problem;
};
