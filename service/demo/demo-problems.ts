import { verbatim } from '#sentences/sentence.ts';
import { Problem } from '#service/problem.ts';

export const databaseInUse = () =>
  new Problem(
    'conflict',
    verbatim(
      'This database holds an organisation that is not the demo, which would put 2,000 tasks beside its own. Start the ' +
        'demo on an empty one: set DATA_DIR to another folder, such as ./demo-data, or DATABASE_URL to another database.',
    ),
  );
