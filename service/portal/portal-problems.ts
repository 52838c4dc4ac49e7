import { sentence } from '#sentences/sentence.ts';
import { Problem } from '#service/problem.ts';

export const portalNotBuilt = () =>
  new Problem(
    'missing',
    sentence`The portal is not built on this server: its operator runs \`npm start\`, or \`node tools/build-portal.ts\`.`,
  );
