import type { Store } from '#inspector/store/store.ts';
import type { ServerClient } from './server-client.ts';

/** Reports unsent data to planners if it has changed. Returns the report as JSON. */
export const reportUnsentData = async (
  { database }: Pick<Store, 'database'>,
  client: ServerClient,
  lastReport: string,
): Promise<string> => {
  const entries = await database.outbox.orderBy('number').toArray();
  const unsentPictures = entries.filter(({ action }) => action.kind === 'attach').length;
  const report = {
    unsentAnswers: entries.length - unsentPictures,
    unsentPictures,
    unsentSince: entries[0] ? new Date(entries[0].createdAt).toISOString() : null,
  };
  const serialisedReport = JSON.stringify(report);
  if (serialisedReport !== lastReport)
    await client.request('PUT', '/api/v1/me/devices/current/report', { body: report });
  return serialisedReport;
};
