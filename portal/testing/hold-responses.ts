import type { Page } from 'playwright-core';

/** Delays the responses to one kind of request; the server handles the requests immediately. */
export const holdResponses = async (page: Page, method: string, address: RegExp) => {
  const done = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    done.resolve();
    await released.promise;
    return route.fulfill({ response });
  });
  return {
    /** Resolves when the server has handled the request. */
    untilDone: () => done.promise,
    release: released.resolve,
  };
};
