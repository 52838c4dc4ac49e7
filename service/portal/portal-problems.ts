import { sentence } from '#sentences/sentence.ts';
import { Problem } from '#service/problem.ts';

export const appNotBuilt = () =>
  new Problem(
    'missing',
    sentence`This app is not built on this server: its operator runs \`npm start\`, or \`node tools/build-apps.ts\`.`,
  );
