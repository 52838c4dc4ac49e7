import type { Store } from '#inspector/store/store.ts';
import type { Server } from './server.ts';

/**
 * Reports the amount of unsent data, which planners can see, if it has changed. Returns the current report.
 */
export const reportUnsent = async (
  { database }: Pick<Store, 'database'>,
  server: Server,
  lastReport: string,
): Promise<string> => {
  const entries = await database.outbox.orderBy('number').toArray();
  const unsentPictures = entries.filter(({ action }) => action.kind === 'attach').length;
  const report = {
    unsentAnswers: entries.length - unsentPictures,
    unsentPictures,
    unsentSince: entries[0] ? new Date(entries[0].createdAt).toISOString() : null,
  };
  const serialised = JSON.stringify(report);
  if (serialised !== lastReport)
    await server.request('PUT', '/api/v1/me/devices/current/report', { body: report });
  return serialised;
};
