import type { Page } from 'playwright-core';

/** Holds back the responses to matching requests. The server still handles the requests straight away. */
export const holdResponses = async (page: Page, method: string, url: RegExp) => {
  const handled = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    handled.resolve();
    await released.promise;
    return route.fulfill({ response });
  });
  return {
    /** Resolves once the server has handled the request. */
    waitUntilHandled: () => handled.promise,
    release: released.resolve,
  };
};
