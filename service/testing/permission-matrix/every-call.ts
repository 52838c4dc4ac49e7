import type { Call } from './call.ts';
import { deviceCalls } from './device-calls.ts';
import { inspectionCalls, resultCalls } from './inspection-calls.ts';
import { itemCalls } from './item-calls.ts';
import { openCalls, pageCalls } from './page-calls.ts';
import { ownCalls, peopleCalls, teamCalls } from './people-calls.ts';
import { planningCalls } from './planning-calls.ts';
import { signInCalls } from './sign-in-calls.ts';
import { taskCalls } from './task-calls.ts';
import { uploadCalls } from './upload-calls.ts';
import { workbookCalls } from './workbook-calls.ts';

/** The permission matrix: every operation of the service, and who may call it (S33). */
export const everyCall: readonly Call[] = [
  ...taskCalls,
  ...planningCalls,
  ...inspectionCalls,
  ...resultCalls,
  ...uploadCalls,
  ...workbookCalls,
  ...itemCalls,
  ...teamCalls,
  ...peopleCalls,
  ...ownCalls,
  ...deviceCalls,
  ...signInCalls,
  ...pageCalls,
  ...openCalls,
];

/** All calls except those that sign the caller out. */
export const callsWithoutSignOut = everyCall.filter(
  ({ operation }) => !['signOutEverywhere', 'POST /account/sign-out-everywhere'].includes(operation),
);
