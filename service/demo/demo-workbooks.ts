import type { ProvisionWorkbook } from '#contract/provision.ts';
import type { Field } from '#contract/workbook-definition.ts';
import { bridgeFields, earlierBridgeFields, nextBridgeFields } from './workbooks/bridge.ts';
import { damageReportFields } from './workbooks/damage-report.ts';
import { lampPostFields } from './workbooks/lamp-post.ts';
import { playgroundFields } from './workbooks/playground.ts';
import { quayWallFields } from './workbooks/quay-wall.ts';
import { treeFields } from './workbooks/tree.ts';

const createVersion = (number: string, versionCode: number, fields: Field[]) => ({
  version: number,
  versionCode,
  published: true,
  fields,
});

const createSingleVersion = (fields: Field[]) => [createVersion('1.0.0', 1, fields)];

/** The demo's workbooks: five for content types, and one for damage reports. */
export const demoWorkbooks: ProvisionWorkbook[] = [
  {
    name: 'BridgeInspection',
    expectedMinutes: 120,
    title: 'Bridge inspection',
    contentType: 'Bridge',
    versions: [
      createVersion('1.0.0', 1, earlierBridgeFields),
      createVersion('2.0.0', 2, bridgeFields),
      { ...createVersion('2.1.0', 3, nextBridgeFields), published: false },
    ],
  },
  {
    name: 'QuayWallInspection',
    expectedMinutes: 90,
    title: 'Quay wall inspection',
    contentType: 'Quay wall',
    versions: createSingleVersion(quayWallFields),
  },
  {
    name: 'TreeInspection',
    expectedMinutes: 30,
    title: 'Tree safety check',
    contentType: 'Tree',
    versions: createSingleVersion(treeFields),
  },
  {
    name: 'LampPostCheck',
    expectedMinutes: 20,
    title: 'Lamp post check',
    contentType: 'Lamp post',
    versions: createSingleVersion(lampPostFields),
  },
  {
    name: 'PlaygroundInspection',
    expectedMinutes: 60,
    title: 'Playground inspection',
    contentType: 'Playground',
    versions: createSingleVersion(playgroundFields),
  },
  {
    name: 'DamageReport',
    expectedMinutes: 45,
    title: 'Damage report',
    versions: createSingleVersion(damageReportFields),
  },
];
