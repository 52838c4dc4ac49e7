import { testRejectedExpressions } from '#workbook-engine/testing/expression-errors.ts';

testRejectedExpressions('rejects incompatible types and suggests a conversion', [
  [
    '${Spans} > 0',
    '0',
    "The value that '>' compares with Spans must be a repeat, but this is a number: count(…) returns the number of entries.",
  ],
  ['decimal-time(5)', '5)', 'The argument of decimal-time must be a time, but this is a number.'],
  [
    'decimal-date-time(${Word})',
    '${Word})',
    "The argument of decimal-date-time must be a date, but Word is text: date(…) converts text to a date; write a date as '2026-03-01'.",
  ],
  [
    '${Word} + 1',
    '${Word} + 1',
    "Each side of '+' must be a number, but Word is text: number(…) converts text to a number.",
  ],
  [
    "${Five} = 'five'",
    "'five'",
    "The value that '=' compares with Five must be a number, but this is text: number(…) converts text to a number.",
  ],
  [
    '${Word} = ${Five}',
    '${Five}',
    "The value that '=' compares with Word must be text, but Five is a number: string(…) converts a number to text.",
  ],
  [
    "${Day} > 'soon'",
    "'soon'",
    "The value that '>' compares with Day must be a date, but this is text: date(…) converts text to a date; write a date as '2026-03-01'.",
  ],
  [
    '${Seen} > today()',
    'today()',
    "The value that '>' compares with Seen must be a date and time, but this is a date: date-time(…) returns the start of a date.",
  ],
  [
    '${Word} < ${NoWord}',
    '${Word} < ${NoWord}',
    "Each side of '<' must be a number, but Word is text: number(…) converts text to a number.",
  ],
  [
    '${Colours} = ${NoColours}',
    '${Colours} = ${NoColours}',
    "Colours is a list of choices, which can only be compared with '': selected(${Field}, 'crack') checks for one choice.",
  ],
  [
    "${Colours} = 'red'",
    "'red'",
    "The value that '=' compares with Colours must be a list of choices, but this is text: selected(${Field}, 'crack') checks for one choice.",
  ],
  ['${Dam} = ${Museum}', '${Dam} = ${Museum}', "Dam is a location, which can only be compared with ''."],
  [
    "${Yes} = 'yes'",
    "'yes'",
    "The value that '=' compares with Yes must be true or false, but this is text: write true() or false(), or use the condition alone.",
  ],
  [
    '${Five} and ${Yes}',
    '${Five} and ${Yes}',
    "Each side of 'and' must be true or false, but Five is a number: use a condition, such as ${Field} > 0.",
  ],
  [
    '${Yes} + 1',
    '${Yes} + 1',
    "Each side of '+' must be a number, but Yes is true or false: if(…, 1, 0) converts a condition to a number.",
  ],
  [
    "${Day} + 'x'",
    "'x'",
    "The value that '+' combines with a date must be a number, but this is text: number(…) converts text to a number.",
  ],
  [
    '-${Word}',
    '${Word}',
    "The value after '-' must be a number, but Word is text: number(…) converts text to a number.",
  ],
  [
    'if(${Five}, 1, 2)',
    '${Five}, 1, 2)',
    'The condition of if must be true or false, but Five is a number: use a condition, such as ${Field} > 0.',
  ],
  [
    "if(${Yes}, 1, 'two')",
    "'two')",
    'The other value of if must be a number, but this is text: number(…) converts text to a number.',
  ],
  [
    'max(1, ${Day})',
    '${Day})',
    'The arguments of max must have the same type: this is a date, but the first is a number.',
  ],
  ['string-length(${Dam})', '${Dam})', 'Dam is a location, which cannot be converted to text.'],
  [
    "selected(${Five}, '1')",
    "${Five}, '1')",
    'Five is a number, which has no choices: use a singleChoice or multiChoice field.',
  ],
  [
    'distance(${Five}, ${Dam})',
    '${Five}, ${Dam})',
    'Each argument of distance must be a location, but Five is a number.',
  ],
  ['date(${Yes})', '${Yes})', 'The argument of date must be a date, but Yes is true or false.'],
]);

testRejectedExpressions('rejects a value that is not a choice of the field', [
  ["${Colour} = 'rad'", "'rad'", "'rad' is not a choice of Colour. Did you mean 'red'?"],
  ["selected(${Colours}, 'blue')", "'blue')", "'blue' is not a choice of Colours."],
  ['${Grade} = 7', '7', "'7' is not a choice of Grade."],
  ["jr:choice-name('blue', '${Colour}')", "'blue', '${Colour}')", "'blue' is not a choice of Colour."],
  ["if(${Yes}, 'red', 'gren') = 'grey'", "'grey'", "'grey' is not a choice of this. Did you mean 'gren'?"],
]);

testRejectedExpressions('rejects a field in a repeat where a single value is expected', [
  [
    '${Length} * 2',
    '${Length} * 2',
    'Length has a value in each entry of its repeat: use sum, min, max, count, join or indexed-repeat to get a single value.',
  ],
  ['${Length}', '${Length}', 'Length is not a single value: use a function such as sum, count or join.'],
  ['${Spans}', '${Spans}', 'Spans is not a single value: use a function such as sum, count or join.'],
  ['count(${Five})', '${Five})', 'Five is a number: a repeat or a field in a repeat is expected here.'],
  ['position(..)', 'position(..)', 'position(..) can only be used inside a repeat.'],
  ['position(${Spans})', '${Spans})', 'The only argument that position accepts is two dots: position(..).'],
  [
    'indexed-repeat(${Depth}, ${Spans}, 1)',
    '${Depth}, ${Spans}, 1)',
    'Depth is not a field of the last repeat in the list.',
  ],
  ['indexed-repeat(${Depth}, ${Cracks}, 1)', '${Cracks}, 1)', 'Cracks is not inside the previous repeat.'],
  ['indexed-repeat(${Length}, ${Five}, 1)', '${Five}, 1)', 'Five is not a repeat.'],
  [
    'indexed-repeat(${Depth}, ${Spans}, 1, ${Cracks})',
    '${Cracks})',
    'The entry number for Cracks is missing.',
  ],
  ['indexed-repeat(3, ${Spans}, 1)', '3, ${Spans}, 1)', 'A field is expected here, written as ${Name}.'],
]);

testRejectedExpressions(
  'requires conditions in properties such as relevant',
  [
    [
      '${Five}',
      '${Five}',
      'The relevant expression must be true or false, but Five is a number: use a condition, such as ${Field} > 0.',
    ],
    [
      "'yes'",
      "'yes'",
      "The relevant expression must be true or false, but this is text: use a condition, such as ${Field} = 'yes'.",
    ],
    ['. > 3', '. > 3', "'.' cannot be used here: refer to a field as ${Name}."],
    [
      'count(${Spans})',
      'count(${Spans})',
      'The relevant expression must be true or false, but this is a number: use a condition, such as ${Field} > 0.',
    ],
  ],
  'relevant',
);

testRejectedExpressions(
  'checks the type of the answer in a constraint',
  [
    [
      "regex(., 'a') and . = 'x'",
      "'x'",
      "The value that '=' compares with Value must be a number, but this is text: number(…) converts text to a number.",
    ],
  ],
  'constraint',
);

testRejectedExpressions(
  'rejects unknown attributes in a choice filter',
  [['provnce = ${Word}', 'provnce = ${Word}', 'No choice has the attribute provnce. Did you mean province?']],
  'choiceFilter',
);
