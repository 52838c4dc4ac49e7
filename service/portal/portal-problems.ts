import { sentence } from '#i18n/sentence.ts';
import { Problem } from '#service/problem.ts';

export const appNotBuilt = () =>
  new Problem(
    'missing',
    sentence`This app has not been built on the server. Run \`npm start\` or \`node tools/build-apps.ts\`.`,
  );
