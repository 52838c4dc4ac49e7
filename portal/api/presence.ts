/** Requests within this time after a user action count as caused by the user; later ones are background requests. */
const EXPLAINED_MS = 10_000;

// Without pointermove: a list that changes below the pointer fires it too.
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

// Opening the page counts as an action.
let last = performance.now();

for (const event of ACTIVITY_EVENTS)
  addEventListener(
    event,
    () => {
      last = performance.now();
    },
    { capture: true, passive: true },
  );

/**
 * Whether the user has acted recently. Other requests, such as the reload of a list after an update, are marked as
 * background requests, so that an unattended page does not keep a session alive (S26).
 */
export const isUserPresent = (): boolean => performance.now() - last < EXPLAINED_MS;
