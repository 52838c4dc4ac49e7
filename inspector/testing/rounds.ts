const ROUNDS = '--rounds=';

/** How often a test kills the phone: once, or more often in fault campaigns (faults/run-phone-tests.ts). */
export const rounds = Number(
  process.argv.find((argument) => argument.startsWith(ROUNDS))?.slice(ROUNDS.length) ?? 1,
);
