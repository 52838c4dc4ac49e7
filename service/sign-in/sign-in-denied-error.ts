/** All of the service's own reasons are shorter. `quote` truncates external text. */
const MAX_REASON_LENGTH = 400;
const MAX_QUOTE_LENGTH = 80;

/** A link that nobody has confirmed yet. `stable` is null if only the user name identifies the external account. */
export type UnconfirmedLink = { userId: number; stable: { issuer: string; subject: string } | null };

/** The message is one short line for the audit log, never for clients (L9), even if it quotes an attacker's text. */
export class SignInDeniedError extends Error {
  /** The attempted user name, if known. */
  readonly userName: string | null;
  /** The link that an administrator may confirm so that the next sign-in succeeds. */
  readonly unconfirmedLink: UnconfirmedLink | undefined;

  constructor(
    reason: string,
    {
      userName = null,
      unconfirmedLink,
      cause,
    }: { userName?: string | null; unconfirmedLink?: UnconfirmedLink; cause?: unknown } = {},
  ) {
    super(toOneLine(reason, MAX_REASON_LENGTH), { cause });
    this.name = 'SignInDeniedError';
    this.userName = userName;
    this.unconfirmedLink = unconfirmedLink;
  }
}

export const quote = (text: string): string => `"${toOneLine(text, MAX_QUOTE_LENGTH)}"`;

/** Truncates a string and replaces line breaks, control characters and bidirectional marks. */
const toOneLine = (text: string, maxLength: number): string => {
  const shortened = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return shortened.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD');
};
