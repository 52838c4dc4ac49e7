import { SignInRefused } from '#service/sign-in/sign-in-refused.ts';

/**
 * Turns what went wrong with a provider into a refusal, whatever it was: what a provider says is a stranger's, and nothing of
 * it is a fault of this server (L9).
 */
export const refusalOf = (error: unknown): never => {
  if (error instanceof SignInRefused) throw error;
  throw new SignInRefused(reasonOf(error), { cause: error });
};

/** The error and what lies beneath it, down to the network. */
export const reasonOf = (error: unknown): string => {
  const reasons: string[] = [];
  for (let one = error; one instanceof Error && reasons.length < 3; one = one.cause) {
    const { error: code, error_description: description } = one as {
      error?: unknown;
      error_description?: unknown;
    };
    const said = [code, description].filter((text) => typeof text === 'string').join(', ');
    reasons.push(said === '' ? one.message : `${one.message} (${said})`);
  }
  return reasons.join(': ') || 'the provider could not be asked';
};
