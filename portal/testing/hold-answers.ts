import type { Page } from 'playwright-core';

/** A server that does at once what it is asked, and whose answers to one kind of request come late. */
export const holdAnswers = async (page: Page, method: string, address: RegExp) => {
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
    /** Until the server has done what was asked. */
    untilDone: () => done.promise,
    letGo: released.resolve,
  };
};
