import type { ProvisionWorkbook } from '#contract/provision.ts';
import bridgeInspection from './workbooks/bridge-inspection.json' with { type: 'json' };
import damageReport from './workbooks/damage-report.json' with { type: 'json' };
import lampPostCheck from './workbooks/lamp-post-check.json' with { type: 'json' };
import playgroundInspection from './workbooks/playground-inspection.json' with { type: 'json' };
import quayWallInspection from './workbooks/quay-wall-inspection.json' with { type: 'json' };
import treeInspection from './workbooks/tree-inspection.json' with { type: 'json' };

/**
 * The demo's workbooks, in the format of a provisioning file, whose schema validates them. The bridge
 * inspection uses almost every feature. It has an earlier version without the bridge's parts, and a later one
 * that is not published yet.
 */
export const demoWorkbooks = [
  bridgeInspection,
  quayWallInspection,
  treeInspection,
  lampPostCheck,
  playgroundInspection,
  damageReport,
] as ProvisionWorkbook[];
