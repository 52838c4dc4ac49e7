/** After news it waits this long for more: somebody may be importing thousands. */
const GATHER_MS = 400;
/** From the end of one reload to the next: a list of many pages is much to ask for, and takes its time. */
const PAUSE_MS = 3_000;
/** A reload that takes longer is not waited for: its answer may never come. */
const LONGEST_MS = 30_000;

type Page = EventTarget & { readonly visibilityState: string };

/**
 * Reloads after news, however much of it there is: seldom, always once more after the last, and not while the page is
 * hidden, but once as soon as it is shown. Returns what to call at news.
 */
export const paceReloads = (
  reload: () => Promise<unknown>,
  page: Page,
  signal: AbortSignal,
): (() => void) => {
  let isDue = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    if (isDue && timer === undefined && page.visibilityState !== 'hidden' && !signal.aborted)
      timer = setTimeout(turn, GATHER_MS);
  };
  const rest = (milliseconds: number) => {
    clearTimeout(timer);
    if (signal.aborted) return;
    timer = setTimeout(() => {
      timer = undefined;
      start();
    }, milliseconds);
  };
  const turn = () => {
    timer = undefined;
    if (page.visibilityState === 'hidden') return;
    isDue = false;
    rest(LONGEST_MS);
    const longest = timer;
    void reload().finally(() => {
      if (timer === longest) rest(PAUSE_MS);
    });
  };
  page.addEventListener('visibilitychange', start, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return () => {
    isDue = true;
    start();
  };
};
