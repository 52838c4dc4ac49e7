import { WorkbookDefinition } from '#contract/workbook-definition.ts';
import { verbatim } from '#i18n/sentence.ts';
import { createSchemaCheck } from '#service/shape/shape-check.ts';
import { type Case, list, repeated, testGrowth } from '#service/testing/test-growth.ts';
import { checkAndCompile } from '#workbook-engine/check-definition.ts';
import { compareAnswers } from '#workbook-engine/compare-answers.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import { diffDefinitions } from '#workbook-engine/diff-definitions.ts';
import { parseExpression } from '#workbook-engine/expressions/parse-expression.ts';
import { prefill } from '#workbook-engine/prefill.ts';
import { SOME_DAY } from '#workbook-engine/testing/scenario.ts';
import { tokenize } from '#xlsform/expression-tokens.ts';

const choices = (size: number) =>
  list(size, (at) => ({ value: `c${at}`, label: { en: `C ${at}`, nl: `K ${at}` } }));
const calculated = (calculation: string, at: number) => ({
  name: `F${at}`,
  type: 'calculated' as const,
  calculation,
});

testGrowth({
  'the shape of a definition': [
    (size) => {
      const check = createSchemaCheck(WorkbookDefinition, { whole: verbatim('It') });
      return () => check({ fields: list(size / 64, (at) => ({ name: `F${at}`, type: 'text', labl: 5 })) });
    },
  ],
  'an expression': [
    ...['1+', '(', '-', 'not(', "'", '"a" ', '${', '${A} ', 'a', 'a:', '.', '1', ' ', 'if(1,'].map(
      (part): Case =>
        (size) =>
        () =>
          parseExpression(repeated(part, Math.min(size / 8, 9_000))),
    ),
  ],
  'an expression of XLSForm': ['1+', "'", '${', 'a/', 'a:', '.', '1', ' ', '../'].map(
    (part): Case =>
      (size) =>
      () =>
        tokenize(repeated(part, size)),
  ),
  'the fields of a workbook': [
    (size) => () =>
      compileForm({ fields: list(size / 128, (at) => calculated(repeated('1+', 60).concat('1'), at)) }),
    // Each field depends on all fields before it, and the first on the last.
    (size) => {
      const count = Math.round(Math.sqrt(size / 8));
      const needs = (at: number) =>
        at === 0 ? `\${F${count - 1}}` : list(at, (each) => `\${F${each}}`).join('+');
      return () => compileForm({ fields: list(count, (at) => calculated(needs(at), at)) });
    },
    (size) => {
      const of = choices(size / 32);
      const fields = list(size / 128, (at) => calculated("if(${A} = 'c5', 1, if(${A} = 'c6', 2, 3))", at));
      return () => checkAndCompile({ fields: [{ name: 'A', type: 'singleChoice', choices: of }, ...fields] });
    },
    (size) => () =>
      checkAndCompile({
        fields: list(size / 64, (at) => ({ name: `F${at % 7}`, type: 'text', maxCount: 5 })),
      }),
  ],
  'the difference of workbooks': [
    (size) => {
      const fields = list(size / 64, (at) => ({ name: `F${at}`, type: 'text', choices: choices(4) }));
      return () => diffDefinitions({ fields }, { fields: fields.toReversed() });
    },
  ],
  'the difference of answers': [
    (size) => {
      const answers = (text: string) => ({ Spans: list(size / 64, () => ({ Length: text })) });
      return () => compareAnswers(answers('a'), answers('b'));
    },
  ],
  'properties that name choices': [
    (size) => {
      const { form } = compileForm({
        fields: [{ name: 'A', type: 'multiChoice', choices: choices(size / 16) }],
      });
      const A = list(size / 16, (at) => `K ${at}`).join(',');
      return () => prefill(form, { A }, SOME_DAY);
    },
  ],
});
