/** Requests sent within this time after user input count as caused by the user. */
const ACTIVE_MS = 10_000;

// Opening the page counts as input.
let lastInputAt = performance.now();

// Excludes pointermove, which also fires when a list changes under a stationary pointer.
for (const event of ['pointerdown', 'pointerup', 'wheel', 'keydown', 'input', 'change', 'drop', 'popstate'])
  addEventListener(
    event,
    () => {
      lastInputAt = performance.now();
    },
    { capture: true, passive: true },
  );

/** If false, requests are marked as background requests, which do not extend the session (S26). */
export const isUserPresent = (): boolean => performance.now() - lastInputAt < ACTIVE_MS;
