const ROUNDS = '--rounds=';

/** How often a journey kills a phone: once, or as often as the fault campaign asks (faults/phone-journeys.ts). */
export const rounds = Number(process.argv.find((each) => each.startsWith(ROUNDS))?.slice(ROUNDS.length) ?? 1);
