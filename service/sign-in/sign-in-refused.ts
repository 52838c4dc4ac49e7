/** Longer than any reason of ours; what a stranger wrote is cut before that by `quoted`. */
const LONGEST_REASON = 400;
const LONGEST_QUOTE = 80;

/** An administrator whom a provider has named; `stable`: the account there, null where the user name is the identity. */
export type UnconfirmedLink = { userId: number; stable: { issuer: string; subject: string } | null };

/**
 * A sign-in by an identity provider that is refused. The message is the reason for the audit log, never for the wire (L9):
 * one line of bounded length, whatever the provider or somebody in its place has written.
 */
export class SignInRefused extends Error {
  /** The user name that was tried, where one is known. */
  readonly userName: string | null;
  /** What an administrator may confirm, so that the next sign-in succeeds. */
  readonly unconfirmed: UnconfirmedLink | undefined;

  constructor(
    reason: string,
    {
      userName = null,
      unconfirmed,
      cause,
    }: { userName?: string | null; unconfirmed?: UnconfirmedLink; cause?: unknown } = {},
  ) {
    super(oneLine(reason, LONGEST_REASON), { cause });
    this.name = 'SignInRefused';
    this.userName = userName;
    this.unconfirmed = unconfirmed;
  }
}

/** What somebody else wrote, as a part of a reason. */
export const quoted = (text: string): string => `"${oneLine(text, LONGEST_QUOTE)}"`;

/** Cut, and without line breaks, control characters and marks that change the direction of writing. */
const oneLine = (text: string, longest: number): string => {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return cut.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD');
};
