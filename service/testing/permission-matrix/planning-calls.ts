import { type Call, get } from './call.ts';

/** What a planner's screens ask for beside tasks. */
export const planningCalls: readonly Call[] = [
  {
    operation: 'readNews',
    needs: 'Tasks.Read',
    request: () => get('/api/v1/changes?after=AAAAAAAAAAA'),
    answer: 200,
    // What is new is numbered when somebody asks for it.
    changes: ['feed', 'feed_counter', 'feed_pending'],
  },
];
