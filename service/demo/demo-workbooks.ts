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

const first = (fields: Field[]) => [version('1.0.0', 1, fields)];

/** What the organisation inspects with: five workbooks for kinds of items, one for whatever else turns up. */
export const demoWorkbooks: ProvisionWorkbook[] = [
  {
    name: 'BridgeInspection',
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
    title: 'Quay wall inspection',
    contentType: 'Quay wall',
    versions: first(quayWallFields),
  },
  { name: 'TreeInspection', title: 'Tree safety check', contentType: 'Tree', versions: first(treeFields) },
  {
    name: 'LampPostCheck',
    title: 'Lamp post check',
    contentType: 'Lamp post',
    versions: first(lampPostFields),
  },
  {
    name: 'PlaygroundInspection',
    title: 'Playground inspection',
    contentType: 'Playground',
    versions: first(playgroundFields),
  },
  { name: 'DamageReport', title: 'Damage report', versions: first(damageReportFields) },
];
