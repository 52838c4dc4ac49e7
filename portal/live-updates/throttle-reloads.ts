/** How long to wait for further updates after the first one: an import may send thousands. */
const COLLECT_MS = 400;
/** The pause between the end of one reload and the start of the next: reloading a list with many pages is expensive. */
const MIN_INTERVAL_MS = 3_000;
/** The longest time to wait for a reload, because its response may never arrive. */
const MAX_RELOAD_MS = 30_000;

type Page = EventTarget & { readonly visibilityState: string };

/** Reloads at most once every few seconds and always after the last update. Hidden pages wait until shown. */
export const throttleReloads = (
  reload: () => Promise<unknown>,
  page: Page,
  signal: AbortSignal,
): (() => void) => {
  let isDue = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => {
    if (isDue && timer === undefined && page.visibilityState !== 'hidden' && !signal.aborted)
      timer = setTimeout(runReload, COLLECT_MS);
  };
  const pause = (milliseconds: number) => {
    clearTimeout(timer);
    if (signal.aborted) return;
    timer = setTimeout(() => {
      timer = undefined;
      schedule();
    }, milliseconds);
  };
  const runReload = () => {
    timer = undefined;
    if (page.visibilityState === 'hidden') return;
    isDue = false;
    pause(MAX_RELOAD_MS);
    const maxTimer = timer;
    void reload().finally(() => {
      if (timer === maxTimer) pause(MIN_INTERVAL_MS);
    });
  };
  page.addEventListener('visibilitychange', schedule, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return () => {
    isDue = true;
    schedule();
  };
};
