import type { FastifyInstance } from 'fastify';

/** Keep-alive would delay the service while it is stopping (R4). */
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
