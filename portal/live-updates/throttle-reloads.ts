/** How long to wait for further updates after the first one. An import may cause thousands of updates. */
const COLLECT_UPDATES_MS = 400;
/** The pause between two reloads. Reloading a list with many pages is expensive. */
const MIN_INTERVAL_MS = 3_000;
/** How long to wait for a reload, whose response may never arrive. */
const MAX_RELOAD_MS = 30_000;

type Page = EventTarget & { readonly visibilityState: string };

/** Reloads at most once every few seconds, and always after the last update. Hidden pages reload when shown. */
export const throttleReloads = (
  reload: () => Promise<unknown>,
  page: Page,
  signal: AbortSignal,
): (() => void) => {
  let isReloadDue = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => {
    if (isReloadDue && timer === undefined && page.visibilityState !== 'hidden' && !signal.aborted)
      timer = setTimeout(runReload, COLLECT_UPDATES_MS);
  };
  const pauseReloads = (milliseconds: number) => {
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
    isReloadDue = false;
    pauseReloads(MAX_RELOAD_MS);
    const maxReloadTimer = timer;
    void reload().finally(() => {
      if (timer === maxReloadTimer) pauseReloads(MIN_INTERVAL_MS);
    });
  };
  page.addEventListener('visibilitychange', schedule, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return () => {
    isReloadDue = true;
    schedule();
  };
};
