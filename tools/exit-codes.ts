/** The exit code of a check that could not run because an external service did not respond (EX_TEMPFAIL). */
export const NOT_CHECKED = 75;
