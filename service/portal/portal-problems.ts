import { Problem } from '#service/problem.ts';

export const portalNotBuilt = () =>
  new Problem(
    'missing',
    'The portal is not built on this server: its operator runs `npm start`, or `node tools/build-portal.ts`.',
  );
