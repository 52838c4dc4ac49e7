/** Requests sent within this time after user input count as caused by the user. */
const ACTIVE_MS = 10_000;

// pointermove is not included because it also fires when a list changes under a pointer that is not moving.
const ACTIVITY_EVENTS = [
  'pointerdown',
  'pointerup',
  'wheel',
  'keydown',
  'input',
  'change',
  'drop',
  'popstate',
];

// Opening the page counts as input.
let lastInputAt = performance.now();

for (const event of ACTIVITY_EVENTS)
  addEventListener(
    event,
    () => {
      lastInputAt = performance.now();
    },
    { capture: true, passive: true },
  );

/**
 * Whether there was recent user input. If not, requests are marked as background requests so that an unattended
 * page does not extend the session (S26).
 */
export const isUserPresent = (): boolean => performance.now() - lastInputAt < ACTIVE_MS;
