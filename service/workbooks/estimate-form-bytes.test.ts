import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import { collectGarbage } from '#workbook-engine/testing/collect-garbage.ts';
import { estimateFormBytes } from './estimate-form-bytes.ts';

const createList = <Element>(length: number, create: (index: number) => Element): Element[] =>
  Array.from({ length }, (_, index) => create(index));
const translate = (text: string) =>
  Object.fromEntries(
    createList(49, (index) => [`a${String.fromCharCode(97 + (index % 26))}-x${index}`, text]),
  );
const calculate = (calculation: string): Field[] =>
  createList(60, (index) => ({ name: `F${index}`, type: 'calculated', calculation }));

const definitions: Readonly<Record<string, Field[]>> = {
  fields: createList(2_000, (index) => ({ name: `F${index}`, type: 'text' })),
  conditions: createList(2_000, (index) => ({
    ...{ name: `F${index}`, type: 'text', label: 'A', hint: 'B', constraintMessage: 'C' },
    ...{ relevant: 'true()', required: 'true()', constraint: '1 = 1' },
  })),
  languages: createList(950, (index) => ({
    ...{ name: `F${index}`, type: 'text', label: translate('${F1} ${F2}'), hint: translate('y') },
  })),
  choices: createList(10, (index) => ({
    ...{ name: `F${index}`, type: 'singleChoice', choiceFilter: "value != ''" },
    choices: createList(5_000, (number) => ({ value: `${number}` })),
  })),
  sums: calculate(createList(490, () => '1').join('+')),
  arguments: calculate(`concat(${createList(490, () => '1').join(',')})`),
  patterns: createList(19, (index) => ({
    ...{ name: `F${index}`, type: 'text', constraint: `regex(., '${'x'.repeat(index)}([a-z0-9]{99}){49}')` },
  })),
  sets: createList(19, (index) => ({
    ...{ name: `F${index}`, type: 'text' },
    constraint: `regex(., '${createList(1_600, (number) => `[${String.fromCodePoint(0x100 + number)}a]`).join('')}${index}')`,
  })),
};

const FORMS = 2;

for (const [name, fields] of Object.entries(definitions)) {
  test(`a form with many ${name} uses at most twice the estimated memory`, () => {
    const text = JSON.stringify(fields);
    const compile = () => compileForm({ fields: JSON.parse(text) });
    const compiled = compile();
    assert.deepEqual(compiled.issues, []);
    const estimate = estimateFormBytes(compiled, text.length);
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const forms = createList(FORMS, () => compile().form);
    collectGarbage();
    const bytes = (process.memoryUsage().heapUsed - before) / forms.length;
    assert.ok(bytes <= 2 * estimate, `${bytes} bytes, ${estimate} estimated`);
  });
}
