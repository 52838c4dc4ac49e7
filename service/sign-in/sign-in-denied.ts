/** Longer than any reason of this service; text from elsewhere is cut earlier, by `quoted`. */
const MAX_REASON_LENGTH = 400;
const MAX_QUOTE_LENGTH = 80;

/** An administrator whom a provider has sent; `stable` is the account at the provider, null if the user name is the identity. */
export type UnconfirmedLink = { userId: number; stable: { issuer: string; subject: string } | null };

/**
 * A denied sign-in with an identity provider. The message is the reason for the audit log and is never sent to clients (L9): one line of limited
 * length, regardless of what the provider or an attacker sent.
 */
export class SignInDenied extends Error {
  /** The user name that was tried, if known. */
  readonly userName: string | null;
  /** The link that an administrator may confirm, so that the next sign-in succeeds. */
  readonly unconfirmed: UnconfirmedLink | undefined;

  constructor(
    reason: string,
    {
      userName = null,
      unconfirmed,
      cause,
    }: { userName?: string | null; unconfirmed?: UnconfirmedLink; cause?: unknown } = {},
  ) {
    super(oneLine(reason, MAX_REASON_LENGTH), { cause });
    this.name = 'SignInDenied';
    this.userName = userName;
    this.unconfirmed = unconfirmed;
  }
}

/** Quotes text from outside as part of a reason. */
export const quoted = (text: string): string => `"${oneLine(text, MAX_QUOTE_LENGTH)}"`;

/** Shortens a text and removes line breaks, control characters and marks that change the writing direction. */
const oneLine = (text: string, longest: number): string => {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return cut.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD');
};
