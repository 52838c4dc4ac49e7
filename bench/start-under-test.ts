import { receiveStartData, reportReady } from './child-process.ts';

/* Runs `ronda start` with the given settings, and stops it when the parent exits. */

const settings = await receiveStartData<Record<string, string>>();
Object.assign(process.env, settings);
process.argv[2] = 'start';

const command = Promise.withResolvers<unknown>();
process.stdout.write = (text: unknown) => {
  if (String(text).startsWith('Ronda is ready')) {
    reportReady({}, () => {
      process.kill(process.pid, 'SIGTERM');
      return command.promise;
    });
  }
  return true;
};
command.resolve(await import('#service/main.ts'));
