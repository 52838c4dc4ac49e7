import type { Store } from '#inspector/store/store.ts';
import type { Server } from './server.ts';

/**
 * Lets planners know what only this device has, and since when. Told when it has changed since `reported`, what was told
 * last; returns what is told now.
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
    unsentSince: commands[0] ? sinceOf(commands[0].madeAt) : null,
  };
  const saying = JSON.stringify(report);
  if (saying !== reported) await server.ask('PUT', '/api/v1/me/devices/current/report', { body: report });
  return saying;
};

const sinceOf = (milliseconds: number) => new Date(milliseconds).toISOString();
