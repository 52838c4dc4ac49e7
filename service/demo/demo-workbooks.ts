import type { ProvisionWorkbook } from '#contract/provision.ts';
import bridgeInspection from './workbooks/bridge-inspection.json' with { type: 'json' };
import damageReport from './workbooks/damage-report.json' with { type: 'json' };
import lampPostCheck from './workbooks/lamp-post-check.json' with { type: 'json' };
import playgroundInspection from './workbooks/playground-inspection.json' with { type: 'json' };
import quayWallInspection from './workbooks/quay-wall-inspection.json' with { type: 'json' };
import treeInspection from './workbooks/tree-inspection.json' with { type: 'json' };

/** The bridge inspection uses almost every feature, and has an earlier version and a draft. */
export const demoWorkbooks = [
  bridgeInspection,
  quayWallInspection,
  treeInspection,
  lampPostCheck,
  playgroundInspection,
  damageReport,
] as ProvisionWorkbook[];
