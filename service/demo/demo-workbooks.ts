import type { ProvisionWorkbook } from '#contract/provision.ts';
import type { Field } from '#contract/workbook-definition.ts';
import { bridgeFields, earlierBridgeFields, nextBridgeFields } from './workbooks/bridge.ts';
import { damageReportFields } from './workbooks/damage-report.ts';
import { lampPostFields } from './workbooks/lamp-post.ts';
import { playgroundFields } from './workbooks/playground.ts';
import { quayWallFields } from './workbooks/quay-wall.ts';
import { treeFields } from './workbooks/tree.ts';

const version = (number: string, versionCode: number, fields: Field[]) => ({
  version: number,
  versionCode,
  published: true,
  fields,
});

const singleVersion = (fields: Field[]) => [version('1.0.0', 1, fields)];

/** The workbooks of the demo: five for content types, and one for damage reports. */
export const demoWorkbooks: ProvisionWorkbook[] = [
  {
    name: 'BridgeInspection',
    expectedMinutes: 120,
    title: 'Bridge inspection',
    contentType: 'Bridge',
    versions: [
      version('1.0.0', 1, earlierBridgeFields),
      version('2.0.0', 2, bridgeFields),
      { ...version('2.1.0', 3, nextBridgeFields), published: false },
    ],
  },
  {
    name: 'QuayWallInspection',
    expectedMinutes: 90,
    title: 'Quay wall inspection',
    contentType: 'Quay wall',
    versions: singleVersion(quayWallFields),
  },
  {
    name: 'TreeInspection',
    expectedMinutes: 30,
    title: 'Tree safety check',
    contentType: 'Tree',
    versions: singleVersion(treeFields),
  },
  {
    name: 'LampPostCheck',
    expectedMinutes: 20,
    title: 'Lamp post check',
    contentType: 'Lamp post',
    versions: singleVersion(lampPostFields),
  },
  {
    name: 'PlaygroundInspection',
    expectedMinutes: 60,
    title: 'Playground inspection',
    contentType: 'Playground',
    versions: singleVersion(playgroundFields),
  },
  {
    name: 'DamageReport',
    expectedMinutes: 45,
    title: 'Damage report',
    versions: singleVersion(damageReportFields),
  },
];
