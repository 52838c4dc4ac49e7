const ROUNDS = '--rounds=';

/** How often a test kills the phone: once, or as often as the fault campaign sets (faults/run-phone-tests.ts). */
export const rounds = Number(process.argv.find((each) => each.startsWith(ROUNDS))?.slice(ROUNDS.length) ?? 1);
