import type { TestService } from './start-service.ts';
import { waitUntil } from './wait-until.ts';

/**
 * Waits until `count` requests are waiting for changes: they have read the feed, found nothing new, and stopped
 * reading.
 */
export const waitForLongPolls = (service: TestService, count: number) => {
  const { waits, reads } = service.services.longPolls.queues;
  return waitUntil(`${count} requests wait for changes`, () => {
    const { held, waiting } = reads.getLoad();
    return waits.getLoad().held === count && held + waiting === 0;
  });
};
