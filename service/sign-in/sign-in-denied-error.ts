/** Longer than any of this service's own reasons; `quote` shortens text from outside. */
const MAX_REASON_LENGTH = 400;
const MAX_QUOTE_LENGTH = 80;

/**
 * An administrator who signed in with a provider. `stable` is their account there, or null if the user name is the
 * identity.
 */
export type UnconfirmedLink = { userId: number; stable: { issuer: string; subject: string } | null };

/**
 * A denied sign-in with an identity provider. The message is the reason for the audit log and is never sent to clients
 * (L9). It is a single line of limited length, even if it quotes an attacker's input.
 */
export class SignInDeniedError extends Error {
  /** The user name that someone tried, if known. */
  readonly userName: string | null;
  /** The link that an administrator may confirm so that the next sign-in succeeds. */
  readonly unconfirmed: UnconfirmedLink | undefined;

  constructor(
    reason: string,
    {
      userName = null,
      unconfirmed,
      cause,
    }: { userName?: string | null; unconfirmed?: UnconfirmedLink; cause?: unknown } = {},
  ) {
    super(toOneLine(reason, MAX_REASON_LENGTH), { cause });
    this.name = 'SignInDeniedError';
    this.userName = userName;
    this.unconfirmed = unconfirmed;
  }
}

/** Quotes text from outside, for use in a reason. */
export const quote = (text: string): string => `"${toOneLine(text, MAX_QUOTE_LENGTH)}"`;

/** Shortens a string and replaces line breaks, control characters and bidirectional marks. */
const toOneLine = (text: string, maxLength: number): string => {
  const shortened = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return shortened.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD');
};
