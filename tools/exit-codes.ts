/** Exit code of a check that could not be made because a service outside of this machine did not answer (EX_TEMPFAIL). */
export const UNANSWERED = 75;
