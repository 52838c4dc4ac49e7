/** What somebody did last explains the requests of so many milliseconds; later ones a page sends by itself. */
const EXPLAINED_MS = 10_000;

// Not the moves of a pointer: a list that changes below it causes them too.
const ACTS = ['pointerdown', 'pointerup', 'wheel', 'keydown', 'input', 'change', 'drop', 'popstate'];

// Whoever opened the page was there.
let last = performance.now();

for (const act of ACTS)
  addEventListener(
    act,
    () => {
      last = performance.now();
    },
    { capture: true, passive: true },
  );

/**
 * Whether a request follows from what somebody does. Of what nobody caused, such as the reload of a list after news, the
 * server is told that: an unattended page keeps no session alive (S26).
 */
export const isSomebodyThere = (): boolean => performance.now() - last < EXPLAINED_MS;
