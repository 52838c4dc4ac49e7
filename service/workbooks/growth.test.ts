import { WorkbookDefinition } from '#contract/workbook-definition.ts';
import { verbatim } from '#i18n/message.ts';
import { createSchemaCheck } from '#service/shape/shape-check.ts';
import { type Case, createList, repeatString, testGrowth } from '#service/testing/test-growth.ts';
import { checkAndCompile } from '#workbook-engine/check-definition.ts';
import { compareAnswersInSteps } from '#workbook-engine/compare-answers.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import { diffDefinitions } from '#workbook-engine/diff-definitions.ts';
import { parseExpression } from '#workbook-engine/expressions/parse-expression.ts';
import { parsePattern, type State } from '#workbook-engine/expressions/parse-pattern.ts';
import { finish } from '#workbook-engine/pausable-work.ts';
import { prefill } from '#workbook-engine/prefill.ts';
import { TEST_CONTEXT } from '#workbook-engine/testing/scenario.ts';
import { tokenize } from '#xlsform/expression-tokens.ts';

const createChoices = (size: number) =>
  createList(size, (index) => ({ value: `c${index}`, label: { en: `C ${index}`, nl: `K ${index}` } }));
const createCalculatedField = (calculation: string, index: number) => ({
  name: `F${index}`,
  type: 'calculated' as const,
  calculation,
});

testGrowth({
  'validating the structure of a definition': [
    (size) => {
      const check = createSchemaCheck(WorkbookDefinition, { documentName: verbatim('It') });
      return () =>
        check({ fields: createList(size / 64, (index) => ({ name: `F${index}`, type: 'text', labl: 5 })) });
    },
  ],
  'parsing an expression': [
    ...['1+', '(', '-', 'not(', "'", '"a" ', '${', '${A} ', 'a', 'a:', '.', '1', ' ', 'if(1,'].map(
      (part): Case =>
        (size) =>
        () =>
          parseExpression(repeatString(part, Math.min(size / 8, 9_000))),
    ),
  ],
  'parsing a pattern': ['a', 'a{2}', '[a-z]', 'a|', '(', '(a)', '\\d', '[', '{', '\\'].map(
    (part): Case =>
      (size) =>
      () => {
        const states: State[] = [];
        return parsePattern(repeatString(part, size), 0, (state) => states.push(state) - 1)(0);
      },
  ),
  'tokenizing an XLSForm expression': ['1+', "'", '${', 'a/', 'a:', '.', '1', ' ', '../'].map(
    (part): Case =>
      (size) =>
      () =>
        tokenize(repeatString(part, size)),
  ),
  'compiling the fields of a workbook': [
    (size) => () =>
      compileForm({
        fields: createList(size / 128, (index) =>
          createCalculatedField(repeatString('1+', 60).concat('1'), index),
        ),
      }),
    // Each field depends on all previous fields, and the first on the last.
    (size) => {
      const count = Math.round(Math.sqrt(size / 8));
      const createCalculation = (index: number) =>
        index === 0 ? `\${F${count - 1}}` : createList(index, (other) => `\${F${other}}`).join('+');
      return () =>
        compileForm({
          fields: createList(count, (index) => createCalculatedField(createCalculation(index), index)),
        });
    },
    (size) => {
      const choices = createChoices(size / 32);
      const fields = createList(size / 128, (index) =>
        createCalculatedField("if(${A} = 'c5', 1, if(${A} = 'c6', 2, 3))", index),
      );
      return () => checkAndCompile({ fields: [{ name: 'A', type: 'singleChoice', choices }, ...fields] });
    },
    (size) => () =>
      checkAndCompile({
        fields: createList(size / 64, (index) => ({ name: `F${index % 7}`, type: 'text', maxCount: 5 })),
      }),
  ],
  'comparing workbooks': [
    (size) => {
      const fields = createList(size / 64, (index) => ({
        name: `F${index}`,
        type: 'text',
        choices: createChoices(4),
      }));
      return () => diffDefinitions({ fields }, { fields: fields.toReversed() });
    },
  ],
  'comparing answers': [
    (size) => {
      const createAnswers = (text: string) => ({ Spans: createList(size / 64, () => ({ Length: text })) });
      return () => finish(compareAnswersInSteps(createAnswers('a'), createAnswers('b')));
    },
  ],
  'prefilling choices from a property': [
    (size) => {
      const { form } = compileForm({
        fields: [{ name: 'A', type: 'multiChoice', choices: createChoices(size / 16) }],
      });
      const A = createList(size / 16, (index) => `K ${index}`).join(',');
      return () => prefill(form, { A }, TEST_CONTEXT);
    },
  ],
});
