const ROUNDS_ARGUMENT = '--rounds=';

/** How often a test kills the phone: once, or more often in fault campaigns (faults/run-phone-tests.ts). */
export const rounds = Number(
  process.argv.find((argument) => argument.startsWith(ROUNDS_ARGUMENT))?.slice(ROUNDS_ARGUMENT.length) ?? 1,
);
