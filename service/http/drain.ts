import type { FastifyInstance } from 'fastify';

/** Closes connections after their response while stopping, because keep-alive would delay the stop (R4). */
export const endConnectionsWhileStopping = (app: FastifyInstance): void => {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done(null, payload);
  });
};
