import type { Store } from '#inspector/store/store.ts';
import type { Server } from './server.ts';

/** Reports the amount of unsent data, for planners, if it differs from the last report. Returns the current report. */
export const reportUnsent = async (
  { database }: Pick<Store, 'database'>,
  server: Server,
  lastReport: string,
): Promise<string> => {
  const commands = await database.commands.orderBy('number').toArray();
  const unsentPictures = commands.filter(({ act }) => act.kind === 'attach').length;
  const report = {
    unsentAnswers: commands.length - unsentPictures,
    unsentPictures,
    unsentSince: commands[0] ? new Date(commands[0].createdAt).toISOString() : null,
  };
  const serialized = JSON.stringify(report);
  if (serialized !== lastReport)
    await server.request('PUT', '/api/v1/me/devices/current/report', { body: report });
  return serialized;
};
