import type { ProvisionWorkbook } from '#contract/provision.ts';
import type { Choice, Field } from '#contract/workbook-definition.ts';
import { bridgeFields } from './workbooks/bridge.ts';
import { damageReportFields } from './workbooks/damage-report.ts';
import { lampPostFields } from './workbooks/lamp-post.ts';
import { playgroundFields } from './workbooks/playground.ts';
import { quayWallFields } from './workbooks/quay-wall.ts';
import { treeFields } from './workbooks/tree.ts';

const choices = (...labels: string[]): Choice[] =>
  labels.map((label) => ({ value: label.toLowerCase().replaceAll(' ', '-'), label }));

const condition: Field = {
  name: 'Condition',
  type: 'singleChoice',
  label: { en: 'Overall condition', nl: 'Algehele conditie' },
  required: true,
  choices: choices('Good', 'Fair', 'Poor', 'Bad'),
};
const remark: Field = { name: 'Remark', type: 'longText', label: { en: 'Remark', nl: 'Opmerking' } };
const inspectedOn: Field = {
  name: 'InspectedOn',
  type: 'date',
  label: { en: 'Inspected on', nl: 'Geïnspecteerd op' },
  required: true,
};

const version = (number: string, versionCode: number, fields: Field[]) => ({
  version: number,
  versionCode,
  published: true,
  fields,
});

const earlyBridgeFields: Field[] = [
  inspectedOn,
  { name: 'BuiltIn', type: 'integer', label: { en: 'Built in', nl: 'Bouwjaar' }, min: 1500, max: 2030 },
  condition,
  {
    name: 'Railing',
    type: 'section',
    label: { en: 'Railing', nl: 'Leuning' },
    fields: [
      {
        name: 'RailingHeight',
        type: 'decimal',
        label: { en: 'Height in metres', nl: 'Hoogte in meters' },
        required: true,
        min: 0.8,
        max: 1.5,
      },
      {
        name: 'RailingFixed',
        type: 'boolean',
        label: { en: 'Firmly fixed', nl: 'Zit vast' },
        required: true,
      },
    ],
  },
  {
    name: 'Defects',
    type: 'multiChoice',
    label: { en: 'Defects', nl: 'Gebreken' },
    choices: choices('Crack', 'Rust', 'Loose stone', 'Missing bolt', 'Graffiti'),
  },
  remark,
];

/** What the organisation inspects with: five workbooks for kinds of items, one for whatever else turns up. */
export const demoWorkbooks: ProvisionWorkbook[] = [
  {
    name: 'BridgeInspection',
    title: 'Bridge inspection',
    contentType: 'Bridge',
    versions: [
      version('1.0.0', 1, [inspectedOn, condition, remark]),
      version('1.1.0', 2, earlyBridgeFields),
      {
        ...version('2.0.0', 3, [...earlyBridgeFields, { name: 'Photo', type: 'photo', maxCount: 5 }]),
        published: false,
      },
      version('2.1.0', 4, bridgeFields),
    ],
  },
  {
    name: 'QuayWallInspection',
    title: 'Quay wall inspection',
    contentType: 'Quay wall',
    versions: [
      version('1.0.0', 1, [
        inspectedOn,
        condition,
        {
          name: 'Displacement',
          type: 'decimal',
          label: { en: 'Displacement in millimetres', nl: 'Verplaatsing in millimeters' },
          required: true,
          min: 0,
          max: 120,
        },
        {
          name: 'Signs',
          type: 'multiChoice',
          label: { en: 'Signs of weakness', nl: 'Tekenen van zwakte' },
          choices: choices('Sinkhole', 'Bulging', 'Washed out joints', 'Tree roots'),
        },
        {
          name: 'LoadLimit',
          type: 'boolean',
          label: { en: 'Limit the load', nl: 'Belasting beperken' },
          required: true,
        },
        remark,
      ]),
      version('1.1.0', 2, quayWallFields),
    ],
  },
  {
    name: 'TreeInspection',
    title: 'Tree safety check',
    contentType: 'Tree',
    versions: [
      version('1.0.0', 1, [
        inspectedOn,
        { name: 'Species', type: 'text', label: { en: 'Species', nl: 'Soort' } },
        {
          name: 'TrunkWidth',
          type: 'integer',
          label: { en: 'Trunk in centimetres', nl: 'Stam in centimeters' },
          required: true,
          min: 5,
          max: 180,
        },
        {
          name: 'Vitality',
          type: 'singleChoice',
          label: { en: 'Vitality', nl: 'Vitaliteit' },
          required: true,
          choices: choices('Vigorous', 'Reduced', 'Poor', 'Dead'),
        },
        {
          name: 'DeadWood',
          type: 'boolean',
          label: { en: 'Dead wood above the road', nl: 'Dood hout boven de weg' },
          required: true,
        },
        remark,
      ]),
      version('1.1.0', 2, treeFields),
    ],
  },
  {
    name: 'LampPostCheck',
    title: 'Lamp post check',
    contentType: 'Lamp post',
    versions: [
      version('1.0.0', 1, [
        inspectedOn,
        {
          name: 'Burns',
          type: 'boolean',
          label: { en: 'The lamp burns', nl: 'De lamp brandt' },
          required: true,
        },
        {
          name: 'Upright',
          type: 'boolean',
          label: { en: 'Stands upright', nl: 'Staat recht' },
          required: true,
        },
        {
          name: 'Damage',
          type: 'multiChoice',
          label: { en: 'Damage', nl: 'Schade' },
          choices: choices('Open hatch', 'Broken glass', 'Stickers', 'Dent'),
        },
        remark,
      ]),
      version('1.1.0', 2, lampPostFields),
    ],
  },
  {
    name: 'PlaygroundInspection',
    title: 'Playground inspection',
    contentType: 'Playground',
    versions: [
      version('1.0.0', 1, [
        inspectedOn,
        condition,
        {
          name: 'Devices',
          type: 'integer',
          label: { en: 'Devices', nl: 'Toestellen' },
          required: true,
          min: 1,
          max: 20,
        },
        {
          name: 'SurfaceSafe',
          type: 'boolean',
          label: { en: 'Surface absorbs falls', nl: 'Ondergrond dempt een val' },
          required: true,
        },
        remark,
      ]),
      version('1.1.0', 2, playgroundFields),
    ],
  },
  {
    name: 'DamageReport',
    title: 'Damage report',
    versions: [
      version('1.0.0', 1, [
        { name: 'Reference', type: 'text', label: { en: 'Reference', nl: 'Kenmerk' } },
        {
          name: 'Urgency',
          type: 'singleChoice',
          label: { en: 'Urgency', nl: 'Urgentie' },
          required: true,
          choices: choices('Low', 'Normal', 'High'),
        },
        { name: 'Findings', type: 'longText', label: { en: 'Findings', nl: 'Bevindingen' }, required: true },
        {
          name: 'Costs',
          type: 'decimal',
          label: { en: 'Estimated costs in euros', nl: 'Geschatte kosten in euro' },
          min: 0,
          max: 25_000,
        },
      ]),
      version('1.1.0', 2, damageReportFields),
    ],
  },
];
