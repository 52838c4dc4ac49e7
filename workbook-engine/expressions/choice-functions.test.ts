import { testFunctions } from '#workbook-engine/testing/sample-fields.ts';
import { choiceFunctions } from './choice-functions.ts';

testFunctions(choiceFunctions, {
  selected: [
    ["selected(${Colours}, 'red')", true],
    ["selected(${NoColours}, 'red')", false],
    ["selected(${Colour}, 'red')", true],
    ['selected(${Grade}, 10)', false],
    ["selected('a b', 'b')", true],
    ["selected('ab', 'b')", false],
  ],
  'selected-at': [
    ['selected-at(${Colours}, 0)', 'green'],
    ['selected-at(${Colours}, 2)', null],
    ['selected-at(${NoColours}, 0)', null],
  ],
  'count-selected': [
    ['count-selected(${Colours})', 2],
    ['count-selected(${NoColours})', 0],
    ['count-selected(${NoColour})', 0],
  ],
  'jr:choice-name': [
    ["jr:choice-name(${Colour}, '${Colour}')", 'Red'],
    ["jr:choice-name('green', '${Colours}')", 'Green'],
    ["jr:choice-name(selected-at(${Colours}, 1), '${Colours}')", 'Red'],
    ["jr:choice-name(${NoColour}, '${Colour}')", null],
    ['jr:choice-name(${Grade}, ${Grade})', '2.5'],
  ],
});
