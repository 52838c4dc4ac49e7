/** After news it waits this long for more: somebody may be importing thousands. */
const GATHER_MS = 400;
/** From one reload to the next: a list of many pages is much to ask for. */
const PAUSE_MS = 3_000;

type Page = EventTarget & { readonly visibilityState: string };

/**
 * Reloads after news, however much of it there is: seldom, always once more after the last, and not while the page is
 * hidden, but once as soon as it is shown. Returns what to call at news.
 */
export const paceReloads = (reload: () => void, page: Page, signal: AbortSignal): (() => void) => {
  let isDue = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    if (isDue && timer === undefined && page.visibilityState !== 'hidden' && !signal.aborted)
      timer = setTimeout(turn, GATHER_MS);
  };
  const turn = () => {
    timer = undefined;
    if (page.visibilityState === 'hidden') return;
    isDue = false;
    reload();
    timer = setTimeout(() => {
      timer = undefined;
      start();
    }, PAUSE_MS);
  };
  page.addEventListener('visibilitychange', start, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return () => {
    isDue = true;
    start();
  };
};
