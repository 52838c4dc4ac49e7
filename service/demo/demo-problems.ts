import { verbatim } from '#i18n/message.ts';
import { Problem } from '#service/problem.ts';

export const databaseInUse = () =>
  new Problem(
    'conflict',
    verbatim(
      'The database contains an organisation other than the demo, which would add 2,000 tasks to it. Start the ' +
        'demo on an empty database: set DATA_DIR to another folder, such as ./demo-data, or DATABASE_URL to another database.',
    ),
  );
