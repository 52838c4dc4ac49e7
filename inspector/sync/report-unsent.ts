import type { Store } from '#inspector/store/store.ts';
import type { Server } from './server.ts';

/**
 * Reports the amount of unsent data to the server, for planners. Sent only if it differs from `reported`, the last
 * report. Returns the current report.
 */
export const reportUnsent = async (
  { database }: Pick<Store, 'database'>,
  server: Server,
  reported: string,
): Promise<string> => {
  const commands = await database.commands.orderBy('number').toArray();
  const unsentPictures = commands.filter(({ act }) => act.kind === 'attach').length;
  const report = {
    unsentAnswers: commands.length - unsentPictures,
    unsentPictures,
    unsentSince: commands[0] ? sinceOf(commands[0].createdAt) : null,
  };
  const serialized = JSON.stringify(report);
  if (serialized !== reported)
    await server.request('PUT', '/api/v1/me/devices/current/report', { body: report });
  return serialized;
};

const sinceOf = (milliseconds: number) => new Date(milliseconds).toISOString();
