import { msg } from '#i18n/message.ts';
import { Problem } from '#service/problem.ts';

export const appNotBuilt = () =>
  new Problem(
    'missing',
    msg`This app has not been built on the server. Run \`npm start\` or \`node tools/build-apps.ts\`.`,
  );
